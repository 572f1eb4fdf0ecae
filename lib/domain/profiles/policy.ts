import type { RoleName } from '#lib/contract/call.ts'

/** The picture, or the role's emoji (docs/api.md, Profile and KYC). */
export function displayAvatar(avatarUrl: string | null, role: RoleName): string {
  return avatarUrl || (role === 'copyright_owner' ? '🎵' : '💃')
}

/** Replaces the name of a closed account. */
export function formerName(role: RoleName): string {
  return role === 'copyright_owner' ? 'Former musician' : 'Former dancer'
}
