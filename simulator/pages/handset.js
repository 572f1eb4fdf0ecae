// The handset's script. While its event stream is open, the simulator leaves the answers to the person at
// this page.

const { phone } = document.body.dataset
const words = JSON.parse(document.body.dataset.words)
const { lang } = document.documentElement
const byId = (id) => document.getElementById(id)
const prompt = byId('prompt')
const paybill = byId('paybill')
let shown
let endsAt = 0
let lastsMs = 1

async function post(action, body) {
  const response = await fetch(`/phone/${phone}/${action}?lang=${lang}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error ?? words.failed)
  return answer
}

let toastTimer
function say(text) {
  byId('toast').textContent = text
  clearTimeout(toastTimer)
  toastTimer = setTimeout(() => {
    byId('toast').textContent = ''
  }, 4000)
}

function showMessages(messages) {
  const list = byId('messages')
  byId('no-messages').hidden = messages.length > 0
  list.replaceChildren(
    ...messages.map((message) => {
      const item = document.createElement('li')
      item.textContent = message.text
      const time = document.createElement('time')
      time.dateTime = message.at
      time.textContent = message.when
      item.append(time)
      return item
    }),
  )
}

function showPrompt(next) {
  if (next) {
    endsAt = Date.now() + next.endsInMs
    lastsMs = next.lastsMs
  }
  if (next?.id === shown) return
  shown = next?.id
  if (!next) {
    prompt.close()
    return
  }
  byId('question').textContent = next.question
  byId('pin').value = ''
  byId('pin-problem').textContent = ''
  if (paybill.open) paybill.close()
  if (byId('ussd').open) byId('ussd').close()
  if (!prompt.open) prompt.showModal()
  byId('pin').focus()
  navigator.vibrate?.(200)
}

function showState(state) {
  byId('balance').textContent = `KES ${state.balance}`
  byId('clock').textContent = state.clock
  showMessages(state.messages)
  showPrompt(state.prompt)
}

const stream = new EventSource(`/phone/${phone}/events?lang=${lang}`)
stream.onmessage = (event) => showState(JSON.parse(event.data))
stream.onopen = () => {
  byId('link').textContent = '4G'
}
stream.onerror = () => {
  byId('link').textContent = words.noService
}

setInterval(() => {
  if (!prompt.open) return
  const left = Math.max(0, endsAt - Date.now())
  byId('bar').style.width = `${(100 * left) / lastsMs}%`
  byId('seconds').textContent = String(Math.ceil(left / 1000))
}, 250)

// The keypad's buttons type into the PIN's field.
byId('pad').addEventListener('click', (event) => {
  const key = event.target.closest('button')?.dataset.key
  if (!key) return
  const pin = byId('pin')
  pin.value = key === 'back' ? pin.value.slice(0, -1) : (pin.value + key).slice(0, 4)
  byId('pin-problem').textContent = ''
})

async function answer(action, body) {
  try {
    await post(action, { checkoutRequestId: shown, ...body })
  } catch (error) {
    byId('pin-problem').textContent = error.message
  }
}

byId('prompt-form').addEventListener('submit', (event) => {
  event.preventDefault()
  const pin = byId('pin').value
  if (!/^\d{4}$/.test(pin)) {
    byId('pin-problem').textContent = words.typeFour
    byId('pin').focus()
    return
  }
  answer('pin', { pin })
})
byId('cancel').addEventListener('click', () => answer('decline', { how: 'cancel' }))
byId('expire').addEventListener('click', () => answer('decline', { how: 'expire' }))
// Escape is the phone's back key and cancels the payment.
prompt.addEventListener('cancel', (event) => {
  event.preventDefault()
  answer('decline', { how: 'cancel' })
})

byId('open-paybill').addEventListener('click', () => {
  byId('paybill-problem').textContent = ''
  paybill.showModal()
  byId(byId('account').value ? 'paybill-pin' : 'account').focus()
})
byId('close-paybill').addEventListener('click', () => paybill.close())
byId('paybill-form').addEventListener('submit', async (event) => {
  event.preventDefault()
  const send = byId('send-paybill')
  send.disabled = true
  try {
    const fields = Object.fromEntries(new FormData(event.target))
    const paid = await post('paybill', fields)
    if (paid.accepted) {
      paybill.close()
      byId('paybill-pin').value = ''
      say(words.sent)
    } else byId('paybill-problem').textContent = paid.message
  } catch (error) {
    byId('paybill-problem').textContent = error.message
  } finally {
    send.disabled = false
  }
})

byId('deposit').addEventListener('click', async () => {
  try {
    await post('deposit', { amount: 10000 })
    say(words.deposited)
  } catch (error) {
    say(error.message)
  }
})

// The USSD dialog sends all replies of the session each time.
const ussd = byId('ussd')
let session
let replies = []

function showScreen({ text, goesOn }) {
  byId('ussd-screen').textContent = text
  byId('ussd-label').hidden = !goesOn
  byId('ussd-send').hidden = !goesOn
  byId('ussd-close').textContent = goesOn ? words.cancel : words.ok
  byId('ussd-input').value = ''
  byId(goesOn ? 'ussd-input' : 'ussd-close').focus()
}

async function sendReplies() {
  // Disabled until the answer: the next screen would clear a reply.
  for (const id of ['ussd-input', 'ussd-send']) byId(id).disabled = true
  const screen = await post('ussd', { sessionId: session, text: replies.join('*') }).catch((error) => ({
    text: error.message,
    goesOn: false,
  }))
  for (const id of ['ussd-input', 'ussd-send']) byId(id).disabled = false
  showScreen(screen)
}

byId('dial')?.addEventListener('click', () => {
  session = crypto.randomUUID()
  replies = []
  byId('ussd-screen').textContent = words.running
  ussd.showModal()
  sendReplies()
})
byId('ussd-close').addEventListener('click', () => ussd.close())
byId('ussd-form').addEventListener('submit', (event) => {
  event.preventDefault()
  const reply = byId('ussd-input').value.trim()
  if (!reply) {
    byId('ussd-input').focus()
    return
  }
  replies.push(reply)
  sendReplies()
})

// A payment page's link fills the form.
if (new URLSearchParams(location.search).has('account')) byId('open-paybill').click()
