import type { GivenAdminPayment, Proposal } from '#lib/contract/reconciliation/calls.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { storedSentence } from '#lib/core/sentence.ts'
import { maskPhone, statusOf } from './policy.ts'
import type { Subject } from './schema.ts'

type Described = Pick<
  GivenAdminPayment,
  'reason' | 'phone' | 'receipt' | 'reference' | 'purpose' | 'about'
> & {
  amount: Cents | null
}

export function presentCase(subject: Subject, proposal: Proposal | null): GivenAdminPayment {
  const { amount, ...described } = fieldsOf(subject)
  return {
    id: subject.id,
    kind: subject.kind,
    status: statusOf(subject),
    amount: amount === null ? null : toShillings(amount),
    asked_amount: subject.kind === 'payment' ? toShillings(subject.amount) : null,
    ...described,
    since: subject.since.toISOString(),
    proposal,
  }
}

function fieldsOf(subject: Subject): Described {
  const none = { phone: '', receipt: null, reference: null, purpose: null, about: null }
  switch (subject.kind) {
    case 'payment': {
      const { money, phone, reference, purpose, about, reason, refund } = subject
      return {
        ...{ reference, purpose, about, receipt: money?.receipt ?? null },
        phone: maskPhone(money?.phone ?? phone),
        // The paid amount, if it differs from the ordered one.
        amount: money?.amount ?? subject.amount,
        reason: refund?.problem || reason,
      }
    }
    case 'receipt': {
      const { money, refund, about } = subject
      return {
        ...{ about, receipt: money.receipt, purpose: null, reference: money.accountReference },
        phone: maskPhone(money.phone),
        amount: money.amount,
        reason: refund?.problem || money.reason,
      }
    }
    case 'payout': {
      const { amount, reference, receipt, about, resultCode } = subject
      return {
        ...{ amount, reference, receipt, about, purpose: 'withdrawal', reason: resultCode },
        phone: maskPhone(subject.phone),
      }
    }
    case 'alert':
      return {
        ...none,
        amount: subject.amount,
        reference: subject.reference,
        reason: subject.alert,
        about: String(storedSentence(subject.detail)),
      }
    case 'reversal': {
      const { amount, receipt, phone, accountReference } = subject
      return { ...none, amount, receipt, phone: maskPhone(phone), reference: accountReference, reason: null }
    }
    case 'difference':
      return { ...none, amount: subject.amount, purpose: subject.account, reason: null }
  }
}
