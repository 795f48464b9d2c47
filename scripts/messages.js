/** Messages and codes of errors, whatever was thrown. */

/** @param {unknown} error */
export const messageOf = error => (error instanceof Error ? error.message : String(error));

/**
 * @param {unknown} error
 * @returns the code of an error of Node, such as `ENOENT`; else undefined
 */
export const codeOf = error => /** @type {NodeJS.ErrnoException | null} */ (error)?.code;
