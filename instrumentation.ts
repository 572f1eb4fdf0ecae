/** Next calls it once, before the first request. */
export async function register() {
  // Next also bundles this file for the edge, where nothing of ours runs; there the bundler drops this branch.
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    // In production server/web/main.ts has started both.
    const { startTracing } = await import('#lib/core/start-tracing.ts')
    await startTracing('web')
    const { prepareIncomingRequests } = await import('#lib/web/endpoint/incoming-requests.ts')
    prepareIncomingRequests()
  }
}
