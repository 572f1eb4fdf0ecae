import type { Tx } from '#lib/core/outbox.ts'

/**
 * Erases an account's names and closes it; its email and username become available. The row stays, because
 * audit, ledger and past months refer to it.
 * @param account `name` replaces the names; `passwordHash` fits no password
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
