/** Values of the parameters of a question, as a form has them. */
export type Values = Readonly<Record<string, string | number | boolean>>;
