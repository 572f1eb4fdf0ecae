import type { Tx } from '#lib/core/outbox.ts'

/**
 * Erases what an account is known by, and closes it: its email and username are free for others. The row stays, because the
 * record, the ledger and past months name it.
 * @param account `name` is what stands there instead; `passwordHash` one that no password fits, where somebody knows the password
 */
export async function eraseNames(
  tx: Tx,
  { id, name, passwordHash }: { id: string; name: string; passwordHash?: string },
  moment: Date,
): Promise<void> {
  await tx.kysely
    .updateTable('appUser')
    .set({
      username: `${name} ${id.slice(-12)}`,
      usernameLook: '',
      email: `${id}@deleted.invalid`,
      ...(passwordHash === undefined ? {} : { passwordHash }),
      firstName: '',
      lastName: '',
      phoneNumber: '',
      phoneChangedAt: null,
      withdrawalsFrozenWhy: '',
      isActive: false,
      isEmailVerified: false,
      deletedAt: moment,
    })
    .where('id', '=', id)
    .execute()
  await tx.kysely
    .updateTable('profile')
    .set({
      displayName: name,
      displayNameLook: '',
      bio: '',
      location: '',
      county: '',
      socialLinks: {},
      kycStatus: 'not_submitted',
      kycRejectionReason: '',
      kycFieldReasons: {},
      kycSubmittedAt: null,
      kycReviewedAt: null,
    })
    .where('userId', '=', id)
    .execute()
}
