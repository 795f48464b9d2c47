/** Moments at which a killed process would leave a file in a state that must be recovered from. */
export type FaultPoint = `pass ${string}` | `upgrade ${string}` | 'captured' | 'changed';

/** Does nothing; tests replace `reached` to see the file as a kill at that moment leaves it. */
export const faultPoints: { reached: (point: FaultPoint) => void } = { reached: () => undefined };
