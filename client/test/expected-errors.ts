/** Console errors that a test causes on purpose; any other fails it. Each test begins with none. */
export const expectedErrors: RegExp[] = [];
