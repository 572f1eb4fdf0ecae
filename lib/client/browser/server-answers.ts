import { serverClock } from './server-clock.ts'

/** Asks whether the server answers for this page now: before it is opened anew, because without a line what is on the screen is worth more. */
export async function serverAnswers(): Promise<boolean> {
  const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (answer) serverClock.note(answer)
  return answer?.ok ?? false
}
