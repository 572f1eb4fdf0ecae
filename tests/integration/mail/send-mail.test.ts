import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { newId } from '#lib/core/ids.ts'
import { deliverMail } from '#lib/core/mail.ts'
import { transaction } from '#lib/core/outbox.ts'
import { closeQueues, FinalError, queue } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { mailSuperAdmins, sendMail } from '#lib/domain/mail/commands.ts'
import { deliverQueued } from '#lib/domain/mail/deliver.ts'
import { closeAccount } from '#lib/domain/profiles/delete-account.ts'
import { linkIn, mailsTo, startMailbox, untilMailed } from '#tests/support/mailbox.ts'
import { createPerson, signInAs } from '#tests/support/people.ts'
import { startRefusingMailServer } from '#tests/support/refusing-mail-server.ts'
import { until } from '#tests/support/until.ts'
import { startConsumers } from '#workers/consume.ts'

const mail = { id: newId(), to: 'amina@example.test', subject: 'Test', html: '<p>Test</p>', text: 'Test' }

afterAll(async () => {
  await Promise.all([closeDb(), closeRedis(), closeQueues()])
})

describe('with a mail server', () => {
  const ends: (() => Promise<void>)[] = []
  beforeAll(async () => {
    ends.push(await startMailbox(), startConsumers())
  })
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })

  test('a mail goes out when its transaction has committed, in the person’s language', async () => {
    const { id, email } = await createPerson('dancer')
    await rows(db(), "UPDATE app_user SET locale = 'sw' WHERE id = $1", [id])
    const data = { challenge: 'Novemba 2026', tracks: [{ title: 'Machweo', artist: 'Baraka' }] }
    await transaction((tx) => sendMail(tx, { userId: id, template: 'tracks_assigned', data }))
    const arrived = await untilMailed(email)
    expect(arrived.subject).toBe('Nyimbo zako za Novemba 2026')
    expect(arrived.from).toEqual([{ address: 'hello@ngoma.example', name: 'Ngoma' }])
    expect(linkIn(arrived).href).toBe(`${env.PUBLIC_URL}/upload`)
    expect(arrived.html).toContain('Machweo')
    expect(arrived.headers['auto-submitted']).toBe('auto-generated')
  })

  test('whose account is deleted is told at the address that they had, in their language', async () => {
    const { user } = await signInAs('dancer')
    await rows(db(), "UPDATE app_user SET locale = 'sw' WHERE id = $1", [user.id])
    await closeAccount({ leaver: user, givenUp: undefined, isTold: true, record: { actor: null } })
    const mail = await untilMailed(user.email)
    expect(mail.subject).toBe('Akaunti yako ya Ngoma imefutwa')
    const again = await signInAs('dancer')
    await closeAccount({ leaver: again.user, givenUp: undefined, isTold: false, record: { actor: null } })
    await until('the queue is empty', async () => (await queue('mail').getActiveCount()) === 0)
    expect(await mailsTo(again.user.email)).toEqual([])
  })

  test('what is wrong is told to super admins who have joined, and to no address that nobody has confirmed', async () => {
    const [joined, invited, officer] = [
      await createPerson('super_admin'),
      await createPerson('super_admin', { isEmailVerified: false }),
      await createPerson('compliance_officer'),
    ]
    const data = { account: 'working', amount: -70, id: 'difference-3' } as const
    await transaction((tx) => mailSuperAdmins(tx, 'balance_difference', data))
    const { subject } = await untilMailed(joined.email)
    expect(subject).toBe('M-PESA’s balance differs from our books')
    await until('the queue is empty', async () => (await queue('mail').getActiveCount()) === 0)
    for (const { email } of [invited, officer]) expect(await mailsTo(email)).toEqual([])
  })

  test('a transaction that is taken back mails nobody; one to an erased person does nothing', async () => {
    const [person, erased, last] = [
      await createPerson('dancer'),
      await createPerson('dancer'),
      await createPerson('dancer'),
    ]
    const failing = transaction(async (tx) => {
      await sendMail(tx, { userId: person.id, template: 'kyc_approved', data: {} })
      throw new Error('of the test')
    })
    await expect(failing).rejects.toThrow('of the test')
    await rows(db(), 'UPDATE app_user SET deleted_at = now() WHERE id = $1', [erased.id])
    const approve = (userId: string) =>
      transaction((tx) => sendMail(tx, { userId, template: 'kyc_approved', data: {} }))
    await approve(erased.id)
    await approve(last.id)
    await untilMailed(last.email)
    await until('the queue is empty', async () => (await queue('mail').getActiveCount()) === 0)
    expect(await mailsTo(person.email)).toEqual([])
    expect(await mailsTo(erased.email)).toEqual([])
  })

  test('a job that runs twice sends the same mail, which mailboxes show once', async () => {
    const { id, email } = await createPerson('dancer')
    const job = { mailId: newId(), userId: id, template: 'kyc_approved', data: {} }
    await deliverQueued(job)
    await deliverQueued(job)
    await untilMailed(email, 2)
    const ids = (await mailsTo(email)).map(({ headers }) => headers['message-id'])
    expect(ids).toEqual([`<${job.mailId}@127.0.0.1>`, `<${job.mailId}@127.0.0.1>`])
  })
})

describe('a mail server that', () => {
  let endServer: (() => Promise<void>) | undefined
  afterEach(() => endServer?.())

  async function listen(toRecipient: string, onRecipient?: () => void): Promise<void> {
    endServer = await startRefusingMailServer(toRecipient, onRecipient)
  }

  test.each([
    '550 no such person',
    '553 mailbox name not allowed',
    '550 5.1.1 no such person',
    '550-5.1.1 no such person\r\n550 5.1.1 ask elsewhere',
    '552 5.2.2 mailbox full',
    '556 5.1.10 null MX',
  ])('refuses an address for good is not asked again: %j', async (answer) => {
    await listen(answer)
    expect(await deliverMail(mail)).toBe('refused')
  })

  test.each([
    ['554 5.7.1', 'Relay access denied'],
    ['550 5.7.1', 'Client host blocked'],
    ['550 5.1.8', 'Sender address rejected: Domain not found'],
    ['530', 'Authentication required'],
    ['554', 'Transaction failed'],
  ])(
    'refuses us for good, and not the address, fails the job, which is not tried again: %s %s',
    async (codes, words) => {
      await listen(`${codes} ${words}`)
      const error: unknown = await deliverMail(mail).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(FinalError)
      expect(error).toMatchObject({ message: `the mail server says ${codes} to RCPT TO` })
    },
  )

  test('refuses a mail for good has it among the dead letters after one try', async () => {
    let asked = 0
    await listen('554 5.7.1 Relay access denied', () => {
      asked++
    })
    const { id: userId } = await createPerson('dancer')
    await transaction((tx) => sendMail(tx, { userId, template: 'kyc_approved', data: {} }))
    const endConsumers = startConsumers()
    try {
      const deadLetter = await until('a dead letter', async () => {
        const deadLetters = await queue('dead-letter').getJobs()
        return deadLetters.find(({ data }) => data.data?.userId === userId)
      })
      expect(deadLetter.data.error).toBe('the mail server says 554 5.7.1 to RCPT TO')
      expect(asked).toBe(1)
    } finally {
      await endConsumers()
    }
  })

  test('quotes the address is told by its codes alone: errors are logged, and shown at the desk', async () => {
    await listen(`450-4.7.1 <${mail.to}>: Recipient\r\n450 4.7.1 <${mail.to}>: address rejected`)
    const error: unknown = await deliverMail(mail).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      message: 'the mail server says 450 4.7.1 to RCPT TO',
      ...{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 450 },
    })
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain(mail.to)
  })

  test('asks to come back, or is away, fails the job, so that it is tried again', async () => {
    await listen('450 busy')
    const error: unknown = await deliverMail(mail).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: 'the mail server says 450 to RCPT TO' })
    expect(error).not.toBeInstanceOf(FinalError)
    await endServer?.()
    endServer = undefined
    await expect(deliverMail(mail)).rejects.toThrow('ECONNREFUSED')
  })
})
