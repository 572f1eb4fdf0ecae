import type { RoleName } from '#lib/contract/call.ts'

/** Returns a person's picture, or without one the emoji of the role (docs/api.md, Profile and KYC). */
export function displayAvatar(avatarUrl: string | null, role: RoleName): string {
  return avatarUrl || (role === 'copyright_owner' ? '🎵' : '💃')
}

/** Returns what stands where the name of somebody stood who has closed their account. */
export function formerName(role: RoleName): string {
  return role === 'copyright_owner' ? 'Former musician' : 'Former dancer'
}
