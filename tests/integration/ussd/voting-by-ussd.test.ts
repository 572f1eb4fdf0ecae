import { describe, expect, test } from 'vitest'
import { db, rows } from '#lib/core/db.ts'
import { redis, redisKey } from '#lib/core/redis.ts'
import { forgetSettings } from '#lib/domain/settings/queries.ts'
import { votesOf } from '#tests/support/contest.ts'
import { intentOf, newPhone, order, orderGift, setUpMoney, untilState } from '#tests/support/money.ts'
import { until } from '#tests/support/until.ts'
import { send } from '#tests/support/web-front.ts'

const token = process.env.USSD_TOKEN ?? ''
const money = setUpMoney()

let sessions = 0
const newSession = () => `ATUid_${sessions++}`

type Asked = { phone: string; text: string; sessionId?: string }

/** Sends what the gateway sends, and from where it calls. */
function dial({ phone, text, sessionId = newSession() }: Asked, to = token, from = '127.9.0.1') {
  const fields = { sessionId, serviceCode: '*384*1#', phoneNumber: `+${phone}`, text }
  return sendForm(new URLSearchParams(fields).toString(), to, from)
}

function sendForm(body: string, to = token, from = '127.9.0.1') {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return send(`/api/ussd/${to}/`, { body, headers, from })
}

const giftsOf = (phone: string) =>
  rows<{ id: string; vote_count: number; video_id: string }>(
    db(),
    'SELECT intent_id AS id, vote_count, video_id FROM gift WHERE phone = $1 ORDER BY created_at',
    [phone],
  )

test('somebody walks from the language to a prompt, pays it, and sees the votes', async () => {
  const [video, phone, sessionId] = [await money.video(), newPhone(), newSession()]
  const ask = async (text: string) => (await dial({ phone, text, sessionId })).text
  expect(await ask('')).toBe('CON Ngoma\n1. English\n2. Kiswahili')
  expect(await ask('1')).toBe('CON 1. Vote\n2. My last votes\n3. Who leads')
  expect(await ask('1*1')).toBe('CON Enter the vote code of the video:')
  const typed = `1*1*${video.voteCode.toLowerCase()}`
  expect(await ask(typed)).toMatch(/^CON A dance\nby dancer .+\nHow many votes, 1 to 100\? KES 50 each\.$/)
  expect(await ask(`${typed}*5`)).toMatch(
    /^CON 5 votes for dancer .+: KES 250\.\n1\. Pay by M-PESA\n2\. Cancel$/,
  )
  expect(await giftsOf(phone)).toEqual([])
  expect(await ask(`${typed}*5*1`)).toBe(
    `END Wait for the M-PESA prompt on this phone and enter your PIN.\nNo prompt? Pay Bill 600999, account ${video.voteCode}.`,
  )
  const [gift] = await giftsOf(phone)
  expect(gift).toMatchObject({ vote_count: 5, video_id: video.id })
  await untilState(gift?.id ?? '', 'credited')
  expect(await votesOf(video)).toBe(5)
  expect((await dial({ phone, text: '1*2' })).text).toMatch(/^END 5 dancer .+: counted$/)
  expect((await dial({ phone: newPhone(), text: '2*2' })).text).toBe('END Bado hakuna kura kutoka simu hii.')
})

test('what may have been paid is not called unpaid', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.configure({ autoAccept: false })
  try {
    const id = await order(video, phone)
    await untilState(id, 'awaiting')
    const states = { awaiting: 'being checked', verifying: 'being checked', submit_unknown: 'being checked' }
    for (const [state, words] of Object.entries({
      ...states,
      created: 'not paid yet',
      rejected: 'not paid yet',
    })) {
      await db().query('UPDATE payment_intent SET state = $2 WHERE id = $1', [id, state])
      expect((await dial({ phone, text: '1*2' })).text).toMatch(new RegExp(`^END 1 dancer .+: ${words}$`))
    }
    await db().query(`UPDATE payment_intent SET state = 'awaiting' WHERE id = $1`, [id])
    expect((await dial({ phone, text: '2*2' })).text).toMatch(/^END 1 dancer .+: zinahakikiwa$/)
    money.mpesa.answer({ phone, answer: 'pin' })
    await untilState(id, 'credited')
  } finally {
    money.mpesa.configure({ autoAccept: true })
  }
})

test('the same request of a session, again and ten times at once, is one gift and one prompt', async () => {
  const [video, phone, sessionId] = [await money.video(), newPhone(), newSession()]
  const asked = { phone, text: `1*1*${video.voteCode}*3*1`, sessionId }
  const answers = await Promise.all(Array.from({ length: 10 }, () => dial(asked)))
  expect(answers.map(({ text }) => text.split('.')[0])).toEqual(
    Array(10).fill('END Wait for the M-PESA prompt on this phone and enter your PIN'),
  )
  const [gift, ...others] = await giftsOf(phone)
  expect(others).toEqual([])
  await untilState(gift?.id ?? '', 'credited')
  expect((await dial(asked)).text).toMatch(/^END Wait for the M-PESA prompt/)
  expect(await giftsOf(phone)).toHaveLength(1)
  expect(money.promptsTo(phone)).toHaveLength(1)
  expect(await votesOf(video)).toBe(3)
  // Another session is another gift.
  await dial({ ...asked, sessionId: newSession() })
  expect(await giftsOf(phone)).toHaveLength(2)
  await untilState((await giftsOf(phone))[1]?.id ?? '', 'credited')
})

test('the same request of a session is told again that no prompt is sent', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  const text = `1*1*${video.voteCode}*1*1`
  for (const times of [1, 2]) {
    money.mpesa.setNext({ phone, outcome: 'cancelled' })
    await dial({ phone, text })
    await untilState((await giftsOf(phone))[times - 1]?.id ?? '', 'declined')
  }
  const asked = { phone, text, sessionId: newSession() }
  const answers = await Promise.all([dial(asked), dial(asked), dial(asked)])
  for (const answer of [...answers, await dial(asked)])
    expect(answer.text).toBe(
      `END We cannot send an M-PESA prompt now.\nNo prompt? Pay Bill 600999, account ${video.voteCode}.`,
    )
  expect(await giftsOf(phone)).toHaveLength(3)
  expect(money.promptsTo(phone)).toHaveLength(2)
})

describe('nobody is prompted', () => {
  async function expectNoPrompt(asked: Asked, screen: string | RegExp): Promise<void> {
    const { status, text } = await dial(asked)
    expect(status).toBe(200)
    expect(text).toMatch(screen)
    expect(await giftsOf(asked.phone)).toEqual([])
    expect(money.promptsTo(asked.phone)).toEqual([])
  }

  test('for a code that nobody has, or of a video that is not approved', async () => {
    const video = await money.video()
    await db().query(`UPDATE video SET status = 'pending_review' WHERE id = $1`, [video.id])
    for (const code of ['ZZZZZZ', video.voteCode]) {
      const phone = newPhone()
      await expectNoPrompt({ phone, text: `1*1*${code}` }, /^CON No video has the code/)
      await expectNoPrompt({ phone, text: `1*1*${code}*5` }, /^CON No video has the code/)
      await expectNoPrompt({ phone, text: `1*1*${code}*5*1` }, /^END You cannot vote for this video now/)
    }
  })

  test('for more votes than one gift, or than one phone and day may have', async () => {
    const [video, phone] = [await money.video(), newPhone()]
    await expectNoPrompt(
      { phone, text: `1*1*${video.voteCode}*101` },
      /^CON A dance\n.+\nEnter a number from 1 to 100/,
    )
    await db().query(`INSERT INTO setting (key, value) VALUES ('max_votes_per_phone_per_video_per_day', '4')`)
    forgetSettings()
    try {
      await expectNoPrompt(
        { phone, text: `1*1*${video.voteCode}*5*1` },
        /^END That is more than one phone can vote for this video in a day/,
      )
    } finally {
      await db().query(`DELETE FROM setting WHERE key = 'max_votes_per_phone_per_video_per_day'`)
      forgetSettings()
    }
  })

  test('for a dancer who dials for their own video', async () => {
    const video = await money.video()
    const text = `1*1*${video.voteCode}*1*1`
    await expectNoPrompt({ phone: video.dancerPhone, text }, /^END You cannot vote for your own video/)
  })

  test('from a phone that the web would not take either', async () => {
    await expectNoPrompt(
      { phone: '254112345678', text: '' },
      /^END To vote here, dial from a Safaricom 07 line/,
    )
    await expectNoPrompt(
      { phone: '14155550100', text: '' },
      /^END To vote here, dial from a Safaricom 07 line/,
    )
  })

  test('while the month of the video is closed', async () => {
    const [video, phone] = [await money.video(), newPhone()]
    const { id } = money.month
    await db().query(`UPDATE challenge SET phase = 'tallying' WHERE id = $1`, [id])
    try {
      await expectNoPrompt({ phone, text: `1*1*${video.voteCode}` }, /^END Voting is not open/)
      await expectNoPrompt({ phone, text: `2*1*${video.voteCode}*1*1` }, /^END Kura hazipokelewi kwa sasa/)
    } finally {
      await db().query(`UPDATE challenge SET phase = 'voting' WHERE id = $1`, [id])
    }
  })
})

test('the last screen does not wait for M-Pesa', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.configure({ slowMs: 20_000 })
  money.mpesa.setNext({ phone, outcome: 'slow' })
  const { text } = await dial({ phone, text: `2*1*${video.voteCode}*2*1` })
  expect(text).toMatch(/^END Subiri ombi la M-PESA kwenye simu hii/)
  const [gift] = await giftsOf(phone)
  const id = gift?.id ?? ''
  expect((await intentOf(id)).checkout_request_id).toBe(null)
  await untilState(id, 'submitting')
  await until('M-Pesa has acknowledged it', async () => {
    await money.passTime(20)
    return (await intentOf(id)).checkout_request_id !== null
  })
  await untilState(id, 'credited')
  expect(await votesOf(video)).toBe(2)
})

test('who leads is told in order, and nobody without votes', async () => {
  const [first, second] = [await money.video(), await money.video()]
  await untilState(await order(second, newPhone(), 60), 'credited')
  await untilState(await order(first, newPhone(), 70), 'credited')
  const { text } = await dial({ phone: newPhone(), text: '1*3' })
  expect(text).toMatch(
    /^END Most votes:\n1\. dancer .* 70\n2\. dancer .* 60(\n[345]\. dancer .* [1-9]\d*){0,3}$/,
  )
})

test('a phone that has a prompt of the web open is sent no second one', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.configure({ autoAccept: false })
  const id = await order(video, phone)
  const { text } = await dial({ phone, text: `1*1*${video.voteCode}*1*1` })
  expect(text).toMatch(/^END An M-PESA prompt is already open on this phone/)
  expect((await orderGift(video, phone)).json).toMatchObject({ code: 'prompt_open' })
  expect(await giftsOf(phone)).toHaveLength(1)
  expect(money.promptsTo(phone)).toHaveLength(1)
  await untilState(id, 'awaiting')
})

test('what limits count a phone by does not show it, of those who dial and of those who pay on the web', async () => {
  const [video, dialled, typed] = [await money.video(), newPhone(), newPhone()]
  await dial({ phone: dialled, text: '1*2' })
  await untilState(await order(video, typed), 'credited')
  const keys = await redis().keys(redisKey('rate:*'))
  for (const rule of ['rate:ussd', 'bulk-vote']) expect(keys).toContainEqual(expect.stringContaining(rule))
  for (const phone of [dialled, typed]) expect(keys.filter((key) => key.includes(phone.slice(3)))).toEqual([])
})

describe('who may call', () => {
  test.each(['wrong', 'x'.repeat(token.length), `${token}x`, token.slice(1)])(
    'not who has %j',
    async (wrong) => {
      const { status, json } = await dial({ phone: newPhone(), text: '' }, wrong)
      expect([status, json]).toEqual([404, { detail: 'Not found.', code: 'not_found' }])
    },
  )

  test('not who calls without a token, or from an address that is not listed', async () => {
    const body = new URLSearchParams({ sessionId: 'a', phoneNumber: '+254711002000', text: '' }).toString()
    expect((await send('/api/ussd/', { body })).status).toBe(404)
    expect((await dial({ phone: newPhone(), text: '' }, token, '127.8.0.1')).status).toBe(404)
    expect((await dial({ phone: newPhone(), text: '' }, token, '127.9.255.1')).status).toBe(200)
  })

  test('a request that is no form of the gateway is refused in words that a handset shows', async () => {
    const fine = { sessionId: 'a', phoneNumber: '+254711002000', text: '' }
    const bodies = [
      '',
      '{"sessionId":"a"}',
      '%00%ff',
      new URLSearchParams({ ...fine, sessionId: '' }).toString(),
      new URLSearchParams({ ...fine, sessionId: 'a b' }).toString(),
      new URLSearchParams({ ...fine, sessionId: 'a'.repeat(129) }).toString(),
      new URLSearchParams({ ...fine, text: '1*'.repeat(300) }).toString(),
      new URLSearchParams({ ...fine, phoneNumber: '' }).toString(),
      `text=${'1'.repeat(70_000)}`,
    ]
    for (const body of bodies) {
      const { status, text } = await sendForm(body)
      expect([status, text]).toEqual([400, 'END Dial again, please. Tafadhali piga tena.'])
    }
    const strange = await dial({ phone: newPhone(), text: "1*1*\u0000💃%00'; DROP TABLE gift--" })
    expect(strange.text).toBe('CON A vote code has 6 letters and digits. Enter it again:')
  })
})
