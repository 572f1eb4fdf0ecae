// A loaded worker that starts on input, because tests kill many and should not wait for loading. Ends with
// the test.
import { flushCompileCache } from 'node:module'
import '#workers/consume.ts'
import '#workers/operations-server.ts'
import '#workers/schedules.ts'
import '#workers/sweep.ts'

// Node stores compiled code only at a regular exit, which never comes here. So it is stored after loading,
// for the next worker, and again after running.
flushCompileCache()
process.stdin.once('data', async () => {
  await import('#workers/main.ts')
  flushCompileCache()
})
process.stdin.once('close', () => process.kill(process.pid, 'SIGKILL'))
