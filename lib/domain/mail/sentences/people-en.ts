import type { Sentences } from '../schema.ts'
import type { TemplateName } from '../templates.ts'

/** Mails about what a super admin did on a person's page, and letters from there. */
export const peopleSentences = {
  identity_revoked: {
    subject: 'Your identity check is no longer approved',
    heading: 'Please submit your identity again, {name}',
    body: [
      'Two super admins have revoked the approval of your identity for the reason below.',
      'Until it is approved again you can not withdraw, top up, subscribe, or submit videos and tracks. Withdrawals that were not sent yet wait, and the money in your wallet stays yours.',
    ],
    button: 'Correct and submit',
  },
  withdrawals_frozen: {
    subject: 'Withdrawals from your Ngoma wallet are frozen',
    heading: 'Withdrawals are frozen for now, {name}',
    body: [
      'We are checking your account. Until that is done no withdrawal is taken, and withdrawals that were not sent yet wait.',
      'The money in your wallet stays yours, and you still earn. We tell you when you can withdraw again.',
    ],
    button: 'Open my wallet',
  },
  withdrawals_unfrozen: {
    subject: 'You can withdraw from your Ngoma wallet again',
    heading: 'You can withdraw again, {name}',
    body: ['The check of your account is done. Withdrawals that waited are sent on the next working day.'],
    button: 'Open my wallet',
  },
  letter_payment: {
    subject: 'About your payment on Ngoma',
    heading: 'About your payment, {name}',
    body: ['We looked into your payment, and write to you about it:'],
    button: 'Open Ngoma',
    after: ['We never ask for your M-PESA PIN or your password.'],
  },
  letter_withdrawal: {
    subject: 'About your withdrawal on Ngoma',
    heading: 'About your withdrawal, {name}',
    body: ['We looked into your withdrawal, and write to you about it:'],
    button: 'Open my wallet',
    after: ['We never ask for your M-PESA PIN or your password.'],
  },
  letter_identity: {
    subject: 'About your identity check on Ngoma',
    heading: 'About your identity check, {name}',
    body: ['We write to you about your identity check:'],
    button: 'Open my identity check',
    after: ['Send documents only through the page that this button opens, never by mail.'],
  },
  letter_account: {
    subject: 'About your Ngoma account',
    heading: 'About your account, {name}',
    body: ['We write to you about your account:'],
    button: 'Open my profile',
    after: ['We never ask for your M-PESA PIN or your password.'],
  },
  letter_video: {
    subject: 'About what you submitted to Ngoma',
    heading: 'About your video or track, {name}',
    body: ['We write to you about what you submitted:'],
    button: 'Open my profile',
  },
} as const satisfies Partial<Record<TemplateName, Sentences>>
