import { type QueryClient, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * Sends one call at a time: a double press sends once, even before a render.
 * @param client needed if no QueryClientProvider is above
 * @returns `send`, which never throws and resolves, after all callbacks, to whether the call succeeded
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
