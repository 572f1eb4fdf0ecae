import { afterAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { now } from '#lib/core/clock.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closeStorage, headObject, putObject } from '#lib/core/storage.ts'
import { login } from '#lib/domain/accounts/commands.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { openWallet, postJournals } from '#lib/domain/ledger/commands.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { getMyProfile } from '#lib/domain/profiles/queries.ts'
import { addVideo, openMonth, walletOf } from '#tests/support/contest.ts'
import { changeMonth } from '#tests/support/feed.ts'
import { drawPicture, makeFile, putFile } from '#tests/support/files.ts'
import { prepareKyc } from '#tests/support/kyc.ts'
import { newPhone, order, setUpMoney, untilState } from '#tests/support/money.ts'
import { overlapped } from '#tests/support/overlaps.ts'
import { newEarner, withdrawn } from '#tests/support/payouts.ts'
import { password, signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { newAddress, send } from '#tests/support/send.ts'
import { addTrack, assign, readyDancer } from '#tests/support/submissions.ts'
import { until } from '#tests/support/until.ts'

afterAll(() => closeStorage())
const money = setUpMoney()
const exporting = await loadRoute(contract.profiles.export)
const deleting = await loadRoute(contract.profiles.delete)
const initiate = await loadRoute(contract.profiles.initiateAvatar)
const complete = await loadRoute(contract.profiles.completeAvatar)
const me = await loadRoute(contract.profiles.me)
const change = await loadRoute(contract.profiles.update)

async function close(by: { access: string }, typed = password, more: { given_up?: unknown } = {}) {
  const answer = await send(deleting.POST, {
    method: 'POST',
    access: by.access,
    body: { password: typed, ...more },
  })
  return [answer.status, answer.status === 204 ? null : await answer.json()]
}

async function uploadAvatar({ access }: SignedIn, file?: Uint8Array) {
  const type = 'image/png'
  file ??= await drawPicture('png')
  const body = { file_name: 'me', file_size: file.byteLength, mime_type: type }
  const opened = await send(initiate.POST, { method: 'POST', access, body })
  const { session_id, upload_url } = await opened.json()
  await putFile(upload_url, file, type)
  const answer = await send(complete.POST, { method: 'POST', access, params: { id: session_id } })
  return [answer.status, await answer.json()]
}

/** Moves cents from platform revenue to a wallet, or back where they are below zero: votes bring whole shillings alone. */
async function moveFromRevenue(ownerId: string, cents: bigint): Promise<void> {
  const wallet = await openWallet(db(), 'dancer', ownerId)
  const entries = [
    { accountId: systemAccount(await systemAccounts(), 'platform_revenue'), amount: -cents },
    { accountId: wallet, amount: cents },
  ]
  const what = { type: 'test', sourceType: 'test', sourceId: newId(), actor: 'system', occurredAt: now() }
  await postJournals(db(), [{ key: newId(), ...what, entries }])
}

async function revenue(): Promise<bigint> {
  const row = await firstRow<{ cents: bigint }>(
    db(),
    `SELECT sum(posted)::int8 AS cents FROM account WHERE kind = 'platform_revenue'`,
  )
  return row?.cents ?? -1n
}

const mediaOf = (address: string) => ({ bucket: 'media', key: address.replace('/media/', '') }) as const

async function comment(by: SignedIn, videoId: string): Promise<string> {
  const id = newId()
  await rows(db(), 'INSERT INTO comment (id, video_id, author_id, text) VALUES ($1, $2, $3, $4)', [
    id,
    videoId,
    by.user.id,
    'Twende Kayole!',
  ])
  await rows(db(), 'UPDATE video SET comment_count = comment_count + 1 WHERE id = $1', [videoId])
  return id
}

test('a picture is shown once it is checked, and the former one is deleted', async () => {
  const dancer = await signInAs('dancer')
  const [status, { avatar }] = await uploadAvatar(dancer)
  expect(status).toBe(200)
  expect(avatar).toMatch(/^\/media\/avatars\//)
  expect((await getMyProfile(dancer.user.id)).avatar).toBe(avatar)
  expect(await headObject(mediaOf(avatar))).toMatchObject({ contentType: 'image/webp' })
  const [, second] = await uploadAvatar(dancer)
  expect((await getMyProfile(dancer.user.id)).avatar).toBe(second.avatar)
  await until('the former picture is gone', async () => (await headObject(mediaOf(avatar))) === null)
  expect(await uploadAvatar(dancer, makeFile('application/pdf'))).toEqual([
    400,
    { error: 'Please select a JPEG, PNG or WebP picture', code: 'upload_refused' },
  ])
  expect((await getMyProfile(dancer.user.id)).avatar).toBe(second.avatar)
})

test('the export holds what is held about oneself, and about nobody else', async () => {
  const [dancer, other] = [await signInAs('dancer'), await signInAs('dancer')]
  const form = await prepareKyc(dancer)
  await prepareKyc(other)
  const video = await money.video({ dancerId: dancer.user.id })
  await untilState(await order(video, newPhone(), 2), 'credited')
  await comment(dancer, video.id)
  await comment(other, video.id)
  const answer = await send(exporting.GET, { access: dancer.access })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toContain('attachment')
  const text = await answer.text()
  expect(JSON.parse(text)).toMatchObject({
    account: { id: dancer.user.id, email: dancer.user.email },
    profile: { kyc_status: 'pending' },
    kyc_form: form,
    kyc_documents: [{ document_type: 'id_front' }, {}, {}],
    videos: [{ id: video.id, vote_count: 2 }],
    comments: [{ text: 'Twende Kayole!' }],
    wallet: { balance: 30 },
    wallet_transactions: [{ type: 'gift', amount: 30 }],
    sessions: [{ user_agent: 'test' }],
  })
  for (const secret of [other.user.id, other.user.email, '$argon2id$']) expect(text).not.toContain(secret)
  expect((await send(exporting.GET)).status).toBe(401)
  const taken = await rows(
    db(),
    `SELECT subject_id FROM audit_event WHERE actor_id = $1 AND action = 'account.exported' AND address <> ''`,
    [dancer.user.id],
  )
  expect(taken).toEqual([{ subject_id: dancer.user.id }])
})

describe('closing an account', () => {
  test('erases who somebody was, with all their files', async () => {
    const dancer = await signInAs('dancer')
    const { id, email, username } = dancer.user
    const form = await prepareKyc(dancer)
    const [, { avatar }] = await uploadAvatar(dancer)
    const phone_number = '254712345678'
    const body = {
      phone_number,
      bio: 'Gengetone first.',
      location: 'Thika',
      social_links: { tiktok: '@shiru' },
    }
    await send(change.PATCH, { method: 'PATCH', access: dancer.access, params: { id }, body })
    const video = await money.video({ dancerId: dancer.user.id })
    const still = { bucket: 'media', key: `stills/${video.id}/0123456789ab-480.webp` } as const
    await putObject(still, { body: await drawPicture('png'), contentType: 'image/webp' })
    const commentId = await comment(dancer, video.id)
    const documents = await rows<{ key: string }>(
      db(),
      'SELECT object_key AS key FROM kyc_document WHERE user_id = $1',
      [id],
    )
    expect(documents).toHaveLength(3)

    expect(await close(dancer)).toEqual([204, null])
    for (const { key } of documents)
      await until('the document is gone', async () => (await headObject({ bucket: 'private', key })) === null)
    await until('the picture is gone', async () => (await headObject(mediaOf(avatar))) === null)
    await until('the video’s picture is gone', async () => (await headObject(still)) === null)
    const left = await firstRow<{ everything: string }>(
      db(),
      `SELECT concat(to_jsonb(u), to_jsonb(p), (SELECT jsonb_agg(to_jsonb(k)) FROM kyc_record k WHERE user_id = u.id),
         (SELECT jsonb_agg(to_jsonb(s)) FROM session s WHERE user_id = u.id),
         (SELECT jsonb_agg(to_jsonb(c)) FROM comment c WHERE author_id = u.id),
         (SELECT jsonb_agg(to_jsonb(a)) FROM audit_event a WHERE subject_id = u.id::text)) AS everything
       FROM app_user u JOIN profile p ON p.user_id = u.id WHERE u.id = $1`,
      [id],
    )
    for (const known of [
      email,
      username,
      phone_number,
      'Amina',
      'Thika',
      'shiru',
      'Gengetone',
      'Twende',
      form.city,
    ])
      expect(left?.everything, known).not.toContain(known)
    expect(left?.everything).toContain('account.deleted')
    expect(await rows(db(), 'SELECT 1 FROM kyc_record WHERE user_id = $1', [id])).toEqual([])
    const shown = await firstRow<{ status: string; comments: number; deleted: boolean }>(
      db(),
      `SELECT v.status::text, v.comment_count AS comments, c.deleted_at IS NOT NULL AS deleted
       FROM video v JOIN comment c ON c.video_id = v.id WHERE c.id = $1`,
      [commentId],
    )
    expect(shown).toEqual({ status: 'rejected', comments: 0, deleted: true })
  })

  test('ends every session, and nobody signs in to it again', async () => {
    const dancer = await signInAs('dancer')
    const { email } = dancer.user
    const elsewhere = await login({ email, password, address: newAddress(), userAgent: 'phone' })
    expect(await close(dancer)).toEqual([204, null])
    for (const { access } of [dancer, elsewhere]) expect((await send(me.GET, { access })).status).toBe(401)
    for (const address of [email, `${dancer.user.id}@deleted.invalid`])
      await expect(
        login({ email: address, password, address: newAddress(), userAgent: 'test' }),
      ).rejects.toMatchObject({ name: 'LoginRefusedError' })
  })

  test('needs the password', async () => {
    const dancer = await signInAs('dancer')
    expect(await close(dancer, 'guessed')).toEqual([
      400,
      { errors: { password: ['That password is wrong.'] }, code: 'invalid' },
    ])
    expect((await send(me.GET, { access: dancer.access })).status).toBe(200)
  })

  test('waits until the wallet is empty', async () => {
    const dancer = await signInAs('dancer')
    const video = await money.video({ dancerId: dancer.user.id })
    await untilState(await order(video, newPhone(), 1), 'credited')
    expect(await close(dancer)).toEqual([
      409,
      { error: 'There is money in your wallet. Withdraw it first.', code: 'wallet_not_empty' },
    ])
    expect(await walletOf(dancer.user.id)).toBe(1_500n)
  })

  describe('with less in the wallet than can be withdrawn', () => {
    const changed = [
      409,
      { error: 'Your wallet has changed. Check what is left in it.', code: 'wallet_changed' },
    ]

    test('gives up exactly what was shown, once, to the platform', async () => {
      const dancer = await newEarner(money, 1)
      await moveFromRevenue(dancer.id, -967n)
      const before = await revenue()
      expect(await close(dancer)).toEqual([
        409,
        {
          error:
            'KES 5.33 is left in your wallet, too little to withdraw. To close the account, you have to give it up.',
          code: 'wallet_remainder',
        },
      ])
      for (const given_up of [5, 5.34, 5.331, 0, -5.33])
        expect(await close(dancer, password, { given_up })).toEqual(changed)
      expect(await close(dancer, password, { given_up: 'all of it' })).toMatchObject([
        400,
        { code: 'invalid' },
      ])
      expect(await walletOf(dancer.id)).toBe(533n)
      const answers = await Promise.all([1, 2, 3].map(() => close(dancer, password, { given_up: 5.33 })))
      expect(answers.map(([status]) => status).sort()).toEqual([204, 401, 401])
      expect([await walletOf(dancer.id), await revenue()]).toEqual([0n, before + 533n])
      const told = await rows(
        db(),
        `SELECT type, actor, after->'given_up' AS given_up FROM journal j
         JOIN audit_event a ON a.subject_id = j.source_id AND a.action = 'account.deleted' WHERE j.source_id = $1`,
        [dancer.id],
      )
      expect(told).toEqual([{ type: 'given_up', actor: dancer.id, given_up: 5.33 }])
    })

    test('what can be withdrawn, or is on its way out, is not given up', async () => {
      const [rich, waiting] = [await newEarner(money, 1), await newEarner(money, 1)]
      expect(await close(rich, password, { given_up: 15 })).toMatchObject([409, { code: 'wallet_not_empty' }])
      await withdrawn(waiting, 15)
      for (const given_up of [15, undefined])
        expect(await close(waiting, password, { given_up })).toMatchObject([
          409,
          { code: 'wallet_not_empty' },
        ])
      expect(await walletOf(rich.id)).toBe(1_500n)
    })

    test('an empty wallet gives up nothing', async () => {
      const dancer = await signInAs('dancer')
      expect(await close(dancer, password, { given_up: 5 })).toEqual(changed)
      expect(await close(dancer)).toEqual([204, null])
      expect(await rows(db(), 'SELECT 1 FROM journal WHERE source_id = $1', [dancer.user.id])).toEqual([])
    })

    test.each([33n, -33n])('money that moves in the same moment (%s cents) is seen', async (cents) => {
      const dancer = await newEarner(money, 1)
      await moveFromRevenue(dancer.id, -1_000n)
      const { second } = await overlapped(
        // Both have looked at the wallet: balances come last.
        { text: `SELECT FROM account WHERE kind = 'platform_revenue' FOR UPDATE` },
        () => moveFromRevenue(dancer.id, cents),
        () => close(dancer, password, { given_up: 5 }),
      )
      expect(second).toEqual(changed)
      expect(await walletOf(dancer.id)).toBe(500n + cents)
    })
  })

  test('waits until no payment is open that could still bring money', async () => {
    const [dancer, musician] = [await signInAs('dancer'), await signInAs('copyright_owner')]
    const video = await money.video({ dancerId: dancer.user.id, musicianId: musician.user.id })
    money.mpesa.configure({ autoAccept: false })
    const id = await order(video, newPhone(), 1)
    await untilState(id, 'awaiting')
    const open = {
      error: 'One of your payments is still open. Try again when it has ended.',
      code: 'payment_open',
    }
    expect(await close(dancer)).toEqual([409, open])
    expect(await close(musician)).toEqual([409, open])
  })

  test('waits for a musician until the month is over that uses their tracks', async () => {
    const musician = await signInAs('copyright_owner')
    const month = await openMonth()
    const video = await addVideo(month, { musicianId: musician.user.id })
    expect(await close(musician)).toEqual([
      409,
      {
        error:
          'Dancers are using your tracks this month. Retire your tracks now. You can close your account when the month has closed.',
        code: 'tracks_in_use',
      },
    ])
    await rows(db(), `UPDATE challenge SET phase = 'closed' WHERE id = $1`, [month.id])
    expect(await close(musician)).toEqual([204, null])
    const kept = await firstRow<{ track: string; video: string }>(
      db(),
      'SELECT t.status::text AS track, v.status::text AS video FROM video v JOIN track t ON t.id = v.track_id WHERE v.id = $1',
      [video.id],
    )
    expect(kept).toEqual({ track: 'retired', video: 'approved' })
  })

  test('takes a musician’s name off their tracks, and leaves the names of others there', async () => {
    const musician = await signInAs('copyright_owner')
    const { id, username } = musician.user
    const month = await openMonth()
    const names = ['Amina Wanjiru Odhiambo', username, username.toUpperCase(), 'Zabron ft. Rehema']
    const trackIds: string[] = []
    for (const artist of names) {
      const video = await addVideo(month, { musicianId: id })
      const [track] = await rows<{ id: string }>(
        db(),
        `UPDATE track SET artist = $2, tags = '{amina}', description = 'By Amina.'
         WHERE id = (SELECT track_id FROM video WHERE id = $1) RETURNING id`,
        [video.id, artist],
      )
      trackIds.push(track?.id ?? '')
    }
    await changeMonth(month, { phase: 'closed' })
    expect(await close(musician)).toEqual([204, null])
    const left = await rows(
      db(),
      'SELECT artist, tags, description FROM track WHERE id = any($1::uuid[]) ORDER BY array_position($1::uuid[], id)',
      [trackIds],
    )
    expect(left).toEqual(
      ['Former musician', 'Former musician', 'Former musician', 'Zabron ft. Rehema'].map((artist) => ({
        artist,
        tags: [],
        description: '',
      })),
    )
  })

  test('frees the tracks that the dancer had: their musician waits for nobody', async () => {
    const musician = await signInAs('copyright_owner')
    const month = await openMonth()
    const dancer = await readyDancer(month, { tracks: 0, subscription: null })
    await assign(month, dancer.id, await addTrack(musician.user.id))
    expect(await close(musician)).toMatchObject([409, { code: 'tracks_in_use' }])
    expect(await close(dancer)).toEqual([204, null])
    expect(await close(musician)).toEqual([204, null])
  })

  test('is not for staff, who are told what is done instead', async () => {
    expect(await close(await signInAs('super_admin'))).toEqual([
      409,
      {
        error:
          'Staff can’t close their own account. A super admin can deactivate yours. Your name stays in the audit log.',
        code: 'staff_account',
      },
    ])
  })
})
