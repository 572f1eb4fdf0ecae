import { type QueryClient, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A call that a person sends: `useMutation`, one at a time. Whoever presses twice sends once, also where both presses come
 * before a render has told the button that it is busy.
 *
 * @param client where no QueryClientProvider is above
 * @returns `send`, which never throws: it resolves to whether the call was sent and taken, after all callbacks of the options;
 *   `isPending`; `answer` and `error` of the last call, until the next one begins; `sent`, what it was called with
 */
export function useSend<Answer, Sent = void>(
  options: UseMutationOptions<Answer, Error, Sent>,
  client?: QueryClient,
) {
  const isSending = useRef(false)
  const { mutateAsync, isPending, data, error, variables } = useMutation(options, client)
  const send = async (what: Sent): Promise<boolean> => {
    if (isSending.current) return false
    isSending.current = true
    try {
      await mutateAsync(what)
      return true
    } catch {
      return false
    } finally {
      isSending.current = false
    }
  }
  return { send, isPending, answer: data, error, sent: variables }
}
