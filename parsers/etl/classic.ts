/** Events that tools add when they merge a trace: identities of images, and the configuration of the system. */
import { type EventDef, fieldsOf } from './schema.ts';

const def = (kind: string, fields: string): EventDef => ({
  kind,
  provider: 'KernelTraceControl',
  fields: fieldsOf(fields),
  isNamed: true,
});

const imageId = 'b3e675d7-2554-4f18-830b-2762732560de';
const sysConfig = '9b79ee91-b5fd-41c0-a243-4248e266e9d0';
const metadata = 'bbccf6c1-6cd1-48c4-80ff-839482e37671';
const rsds = 'ImageBase:ptr ProcessID:u32 GuidSig:guid Age:u32 PDBFileName:utf8';

const defs: Readonly<Record<string, EventDef>> = {
  [`${imageId} 0`]: def(
    'ImageId',
    'ImageBase:ptr ImageSize:size(B) ProcessID:u32 TimeDateStamp:hex32 OriginalFileName:wide',
  ),
  [`${imageId} 32`]: def('ImageId/None', 'ImageBase:ptr ProcessID:u32'),
  [`${imageId} 36`]: def('ImageId/DbgID_RSDS', rsds),
  [`${imageId} 37`]: def('ImageId/DbgID_ILRSDS', rsds),
  [`${imageId} 64`]: def(
    'ImageId/FileVersion',
    'ImageSize:u32(B) TimeDateStamp:hex32 OrigFileName:wide FileDescription:wide FileVersion:wide BinFileVersion:wide VerLanguage:wide ProductName:wide CompanyName:wide ProductVersion:wide FileId:wide ProgramId:wide',
  ),
  [`${sysConfig} 32`]: def('SysConfig/BuildInfo', 'InstallDate:time BuildLab:wide ProductName:wide'),
  [`${sysConfig} 33`]: def('SysConfig/SystemPaths', 'SystemDirectory:wide SystemWindowsDirectory:wide'),
  [`${sysConfig} 34`]: def('SysConfig/UnknownVolume', 'Value:wide'),
  [`${sysConfig} 35`]: def('SysConfig/VolumeMapping', 'NtPath:wide DosPath:wide'),
  [`${metadata} 32`]: def('MetaData/EventInfo', 'ProviderId:guid EventGuid:guid Id:u16 Version:u8 Data:rest'),
  [`${metadata} 33`]: def('MetaData/EventMapInfo', 'ProviderId:guid Data:rest'),
};

/** null if the event is not one of these. */
export const classicDef = (guid: string, opcode: number): EventDef | null =>
  defs[`${guid} ${opcode}`] ?? null;
