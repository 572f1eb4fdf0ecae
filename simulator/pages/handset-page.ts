import type { UssdGateway } from '../calls/ussd.ts'
import type { Book } from '../mpesa/book.ts'
import { toClock, toGrouped, toShortDate } from '../mpesa/formats.ts'
import { type Handsets, nameOf, toLocalPhone } from '../mpesa/handsets.ts'
import { type Prompts, promptQuestion } from '../mpesa/prompts.ts'
import type { Schedule } from '../mpesa/schedule.ts'
import type { Language } from '../mpesa/words.ts'
import type { Reply } from '../server.ts'
import type { Merchant, Settings } from '../settings.ts'
import { type Html, html, page } from './html.ts'
import { languageLinks, type PageWords, scriptWords, wordsOf } from './page-words.ts'

/** State of a handset's page, sent by the event stream at every change. */
export type HandsetState = {
  phone: string
  local: string
  name: string
  shortcode: string
  balance: string
  /** Null without a USSD gateway. */
  ussdCode: string | null
  clock: string
  automatic: string
  prompt: { id: string; question: string; endsInMs: number; lastsMs: number } | null
  messages: { at: string; when: string; text: string }[]
}

export type HandsetParts = {
  merchant: Merchant
  settings: () => Settings
  book: Book
  handsets: Handsets
  prompts: Prompts
  schedule: Schedule
  /** Null without a USSD gateway. */
  ussd: UssdGateway | null
}

export function readHandset(parts: HandsetParts, phone: string, language: Language): HandsetState {
  const { merchant, settings, book, handsets, prompts, schedule } = parts
  const now = schedule.now()
  const { autoAccept, acceptMs, promptMs } = settings()
  const prompt = prompts.visibleOn(phone)
  const t = wordsOf(language)
  return {
    phone,
    local: toLocalPhone(phone),
    name: nameOf(phone),
    shortcode: merchant.shortcode,
    balance: toGrouped(book.balanceOf(phone)),
    ussdCode: parts.ussd?.code ?? null,
    clock: toClock(now),
    automatic: autoAccept ? t.accepted.replace('{seconds}', String(acceptMs / 1_000)) : t.leftToRunOut,
    prompt: prompt
      ? {
          id: prompt.checkoutRequestId,
          question: promptQuestion(prompt, merchant, language),
          endsInMs: Math.max(0, Date.parse(prompt.at) + promptMs - now.getTime()),
          lastsMs: Math.max(1, promptMs),
        }
      : null,
    messages: handsets.messages(phone).map((message) => {
      const at = new Date(message.at)
      const text = language === 'sw' ? (message.swahili ?? message.text) : message.text
      return { at: message.at, when: `${toShortDate(at)} ${toClock(at)}`, text }
    }),
  }
}

export type PaybillDraft = { account: string; amount: string }

export function renderHandset(state: HandsetState, draft: PaybillDraft, language: Language): Reply {
  const t = wordsOf(language)
  return page(
    language,
    `${state.local} – ${t.simulator}`,
    'handset.css',
    html`<body data-phone="${state.phone}" data-words="${JSON.stringify(scriptWords(language))}">
<main class="stage">
  <section class="phone" aria-label="${t.handsetOf} ${state.local}">
    <div class="status-bar"><span id="clock" class="figures">${state.clock}</span><span id="link" role="status">${t.connecting}</span></div>
    <header class="phone-head">
      <p class="eyebrow">Safaricom · ${state.name}</p>
      <h1 class="figures">${state.local}</h1>
    </header>
    <div class="balance"><span>${t.balance}</span><strong id="balance" class="figures" aria-live="polite">KES ${state.balance}</strong></div>
    <div class="actions">
      <button type="button" id="open-paybill" class="main-action">Lipa na M‑PESA<br>Paybill</button>
      <button type="button" id="deposit">${t.deposit}<br>KES 10,000</button>
      ${state.ussdCode === null ? '' : html`<button type="button" id="dial">${t.dial}<br>${state.ussdCode}</button>`}
    </div>
    <div class="messages" tabindex="0" role="region" aria-labelledby="messages-title">
      <h2 id="messages-title">${t.messages}</h2>
      <p id="no-messages" class="soft"${state.messages.length > 0 ? html` hidden` : ''}>${t.noMessages}</p>
      <ol id="messages" aria-live="polite">${state.messages.map(renderMessage)}</ol>
    </div>
  </section>
  <aside class="beside">
    <p class="eyebrow">${t.simulator}</p>
    <p>${t.noMoney.replace('{automatic}', state.automatic)}</p>
    <p class="soft">${t.anyPin}</p>
    <p><a class="button" href="/?lang=${language}">${t.allPhones}</a></p>
    ${languageLinks(language)}
  </aside>
</main>
${renderPrompt(t)}
${renderPaybill(state, draft, t)}
${renderUssd(t)}
<p id="toast" class="toast" role="status"></p>
<noscript><p class="toast">${t.needsScript}</p></noscript>
<script type="module" src="/pages/handset.js"></script>
</body>`,
  )
}

function renderMessage(message: HandsetState['messages'][number]): Html {
  return html`<li>${message.text}<time datetime="${message.at}">${message.when}</time></li>`
}

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

function renderPrompt(t: PageWords): Html {
  const [beforeSeconds = '', afterSeconds = ''] = t.endsIn.split('{seconds}')
  return html`<dialog id="prompt" aria-labelledby="prompt-title" aria-describedby="question">
  <form id="prompt-form" class="sheet" novalidate>
    <h2 id="prompt-title">SIM toolkit</h2>
    <p id="question" class="question"></p>
    <label for="pin">${t.enterPin}
      <input id="pin" class="pin" type="password" inputmode="numeric" maxlength="4" autocomplete="off" aria-describedby="pin-problem">
    </label>
    <p id="pin-problem" class="problem" role="alert"></p>
    <div id="pad" class="pad" role="group" aria-label="${t.pinPad}">
      ${keys.map((key) => html`<button type="button" data-key="${key}">${key}</button>`)}
      <span></span>
      <button type="button" data-key="0">0</button>
      <button type="button" data-key="back" aria-label="${t.deleteDigit}">⌫</button>
    </div>
    <div class="two">
      <button type="button" id="cancel">${t.cancel}</button>
      <button type="submit" class="main-action">${t.send}</button>
    </div>
    <div class="remaining" aria-hidden="true"><span id="bar"></span></div>
    <div class="left-over">
      <span>${beforeSeconds}<span id="seconds" class="figures">60</span>${afterSeconds}</span>
      <button type="button" id="expire" class="link-button">${t.letRunOut}</button>
    </div>
  </form>
</dialog>`
}

function renderUssd(t: PageWords): Html {
  return html`<dialog id="ussd" aria-labelledby="ussd-title">
  <form id="ussd-form" class="sheet" autocomplete="off">
    <h2 id="ussd-title">USSD</h2>
    <p id="ussd-screen" class="ussd-screen figures" role="status"></p>
    <label id="ussd-label" for="ussd-input">${t.reply}
      <input id="ussd-input" inputmode="text" maxlength="20" autocapitalize="characters" autocomplete="off">
    </label>
    <div class="two">
      <button type="button" id="ussd-close">${t.cancel}</button>
      <button type="submit" id="ussd-send" class="main-action">${t.send}</button>
    </div>
  </form>
</dialog>`
}

function renderPaybill(state: HandsetState, draft: PaybillDraft, t: PageWords): Html {
  return html`<dialog id="paybill" aria-labelledby="paybill-title">
  <form id="paybill-form" class="sheet">
    <h2 id="paybill-title">Lipa na M-PESA · Paybill</h2>
    <label for="business">${t.business}
      <input id="business" name="business" inputmode="numeric" required pattern="[0-9]{5,7}" value="${state.shortcode}">
    </label>
    <label for="account">${t.account}
      <input id="account" name="account" required maxlength="20" autocapitalize="characters" autocomplete="off" value="${draft.account}">
    </label>
    <label for="amount">${t.amount}
      <input id="amount" name="amount" inputmode="numeric" required pattern="[1-9][0-9]{0,5}" title="${t.wholeShillings}" value="${draft.amount}">
    </label>
    <label for="paybill-pin">${t.pin}
      <input id="paybill-pin" name="pin" class="pin" type="password" inputmode="numeric" required pattern="[0-9]{4}" title="${t.fourDigits}" maxlength="4" autocomplete="off">
    </label>
    <p id="paybill-problem" class="problem" role="alert"></p>
    <div class="two">
      <button type="button" id="close-paybill">${t.cancel}</button>
      <button type="submit" id="send-paybill" class="main-action">${t.send}</button>
    </div>
  </form>
</dialog>`
}
