// A loaded worker that starts on input, so that tests that kill many need not wait. Ends with the test.
import { flushCompileCache } from 'node:module'
import '#workers/consume.ts'
import '#workers/operations-server.ts'
import '#workers/schedules.ts'
import '#workers/sweep.ts'

// Node stores compiled code only at an exit, which never comes here. Stored after loading, for the next
// worker, and after running.
flushCompileCache()
process.stdin.once('data', async () => {
  await import('#workers/main.ts')
  flushCompileCache()
})
process.stdin.once('close', () => process.kill(process.pid, 'SIGKILL'))
