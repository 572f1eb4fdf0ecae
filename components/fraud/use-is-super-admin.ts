import { useSyncExternalStore } from 'react'
import { readUser, subscribeSession } from '#lib/client/session/session.ts'

/** False in the first paint, in which nobody is known. */
export function useIsSuperAdmin(): boolean {
  return useSyncExternalStore(
    subscribeSession,
    () => readUser()?.backendRole === 'super_admin',
    () => false,
  )
}
