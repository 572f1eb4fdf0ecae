import type { RoleName } from '#lib/contract/call.ts'

/** Returns a person's picture, or without one the emoji of the role (docs/api.md, Profile and KYC). */
export function displayAvatar(avatarUrl: string | null, role: RoleName): string {
  return avatarUrl || (role === 'copyright_owner' ? '🎵' : '💃')
}
