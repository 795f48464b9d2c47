/** Names of providers of Windows and .NET, for traces that have only their GUIDs. */
export const providers: Readonly<Record<string, string>> = {
  'e13c0d23-ccbc-4e12-931b-d9cc2eee27e4': 'Microsoft-Windows-DotNETRuntime',
  'a669021c-c450-4609-a035-5af59af4df18': 'Microsoft-Windows-DotNETRuntimeRundown',
  '763fd754-7086-4dfe-95eb-c01a46faf4ca': 'Microsoft-Windows-DotNETRuntimePrivate',
  '22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716': 'Microsoft-Windows-Kernel-Process',
  'edd08927-9cc4-4e65-b970-c2560fb5c289': 'Microsoft-Windows-Kernel-File',
  'b675ec37-bdb6-4648-bc92-f3fdc74d3ca2': 'Microsoft-Windows-Kernel-EventTracing',
  '1c95126e-7eea-49a9-a3fe-a378b03ddb4d': 'Microsoft-Windows-DNS-Client',
  '2e5dba47-a3d2-4d16-8ee0-6671ffdcd7b5': 'System.Threading.Tasks.TplEventSource',
  '8e9f5090-2d75-4d03-8a81-e5afbf85daf1': 'System.Diagnostics.Eventing.FrameworkEventSource',
  '315a8872-923e-4ea2-9889-33cd4754bf64': 'Microsoft-Windows-Immersive-Shell',
  'b3e675d7-2554-4f18-830b-2762732560de': 'KernelTraceControl/ImageID',
  '9b79ee91-b5fd-41c0-a243-4248e266e9d0': 'KernelTraceControl/SysConfig',
  'bbccf6c1-6cd1-48c4-80ff-839482e37671': 'KernelTraceControl/MetaData',
};
