import type { Sentences } from '../schema.ts'
import type { TemplateName } from '../templates.ts'

/** Mails about what a super admin did on a person's page, and letters from there. */
export const peopleSentences = {
  identity_revoked: {
    subject: 'Your identity is no longer approved',
    heading: 'Please submit your identity again, {name}',
    body: [
      'We’ve revoked the approval of your identity for the reason below.',
      'Until it is approved again, you can’t withdraw, top up, subscribe, or submit videos and tracks. Withdrawals that we haven’t sent yet are on hold. The money in your wallet stays yours.',
    ],
    button: 'Correct and submit',
  },
  withdrawals_frozen: {
    subject: 'Withdrawals from your Ngoma wallet are frozen',
    heading: 'Withdrawals are frozen for now, {name}',
    body: [
      'We’re checking your account. Until we’ve finished, you can’t withdraw, and withdrawals that we haven’t sent yet are on hold.',
      'The money in your wallet stays yours, and you still earn. We’ll email you when you can withdraw again.',
    ],
    button: 'Open my wallet',
  },
  withdrawals_unfrozen: {
    subject: 'You can withdraw from your Ngoma wallet again',
    heading: 'You can withdraw again, {name}',
    body: [
      'We’ve finished checking your account. We’ll send withdrawals that were on hold on the next working day.',
    ],
    button: 'Open my wallet',
  },
  letter_payment: {
    subject: 'About your payment on Ngoma',
    heading: 'About your payment, {name}',
    body: ['We looked into your payment:'],
    button: 'Open Ngoma',
    after: ['We never ask for your M-PESA PIN or your password.'],
  },
  letter_withdrawal: {
    subject: 'About your withdrawal on Ngoma',
    heading: 'About your withdrawal, {name}',
    body: ['We looked into your withdrawal:'],
    button: 'Open my wallet',
    after: ['We never ask for your M-PESA PIN or your password.'],
  },
  letter_identity: {
    subject: 'About your identity check on Ngoma',
    heading: 'About your identity check, {name}',
    body: ['We looked at your identity check:'],
    button: 'Open my identity check',
    after: ['Upload documents only on the page that this button opens. Never send them by email.'],
  },
  letter_account: {
    subject: 'About your Ngoma account',
    heading: 'About your account, {name}',
    body: ['We have a message about your account:'],
    button: 'Open my profile',
    after: ['We never ask for your M-PESA PIN or your password.'],
  },
  letter_video: {
    subject: 'About your video or track on Ngoma',
    heading: 'About your video or track, {name}',
    body: ['We looked at your video or track:'],
    button: 'Open my profile',
  },
} as const satisfies Partial<Record<TemplateName, Sentences>>
