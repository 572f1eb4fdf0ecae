/** Milliseconds of the clock that all processes of this machine share, so that one may take a time and another compare it. */
export function moment(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
