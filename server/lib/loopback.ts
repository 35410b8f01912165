const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Whether a host, as an address or a name without its port, is this machine as only it can reach itself. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);
