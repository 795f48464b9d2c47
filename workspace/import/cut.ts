/** The packed data ends early or is damaged; what came before it is good. */
export class CutError extends Error {
  override readonly name = 'CutError';
}
