import { inFile, type Proof } from './spec/row.ts';

const orders = (name: string) => inFile(`packages/server/src/orders/${name}.api.test.ts`);
const payments = (name: string) => inFile(`packages/server/src/payments/${name}.test.ts`);

const buying = payments('usdt/buying.api');
const claims = orders('claims');
const desk = inFile('packages/server/src/money/money.api.test.ts');
const expiry = payments('usdt/expiry.api');
const fees = orders('fees');
const forms = inFile('packages/server/src/money/usdt-claims.api.test.ts');
const gateway = payments('epay/gateway');
const inbox = orders('inbox');
const instances = payments('instances/instances.api');
const journeys = inFile('e2e/paying.e2e.ts');
const limits = orders('limits');
const notification = payments('epay/notification');
const notify = payments('notify.api');
const paying = orders('paying');
const prover = inFile('prove/payment-kills.db.test.ts');
const queries = orders('queries');
const readers = payments('usdt/readers');
const references = orders('references');
const rules = payments('usdt/rules');
const sentences = payments('usdt/sentences.api');
const signer = payments('epay/signer');
const trades = orders('trades');
const watch = payments('usdt/watch.db');
const watcher = payments('usdt/watcher.api');

/** One sentence of what is to be true of money that comes from outside, and the tests that show it. */
export interface PaymentSentence {
  readonly says: string;
  readonly proofs: readonly Proof[];
}

const sentence = (says: string, ...proofs: readonly (readonly Proof[])[]): PaymentSentence => ({
  says,
  proofs: proofs.flat(),
});

/** What is true of claims, whoever says that money came. */
export const claimSentences: readonly PaymentSentence[] = [
  sentence(
    'what a provider says is stored, acknowledged, then settled, once',
    inbox('a claim is stored, then settled, once however often it is told and tried'),
    notify('what is not stored is not acknowledged, and what was stored when the process died is settled later'),
  ),
  sentence(
    'money for a credited trade of an open order may pay it: the row of the order decides',
    claims('money for an open order whose trade is credited pays it all the same, and that trade is then paid'),
  ),
  sentence(
    'after too little money, with no trade living, the next purchase takes the hold anew',
    trades('amounts stay fixed while a trade lives; with none living the next purchase takes the hold anew'),
    trades('a hold that is taken anew by the wallet alone is given back and spent to the fen'),
  ),
  sentence(
    'a claim is compared with what the order owes now',
    claims('money is measured by what the order owes now, not by what its trade once asked'),
    inbox('the amount is compared: %s'),
  ),
  sentence(
    'money in another currency than its trade goes to unclaimed in its currency',
    inbox('money in another currency than the trade’s goes to unclaimed in its currency'),
    desk('money in another currency is noted as %s in its own'),
  ),
  sentence(
    'USDT lie in USDT, with an exchange account in both units',
    watcher(
      'a transfer of the exact amount pays the order, which gives what it sold; clearing and exchange are in USDT',
    ),
    prover('USDT that are lost, made up or counted otherwise are named'),
  ),
  sentence(
    'a reference counts once among receipts, events and transfers, within who holds the money',
    claims('a reference counts once, be it of a receipt or of a provider'),
    inbox('a reference is unique within its instance, however it is written'),
    references('two gateways of EPay give one number to two buyers: both have paid, and each payment counts once'),
  ),
  sentence(
    'a receipt is joined by exactly the claim with its number: a difference is told, a surplus is in the wallet',
    claims('a receipt is joined by the claim with its number, which is %s: it pays nothing twice'),
    watcher('a receipt by a transaction, %s, is joined by exactly that claim: it pays once'),
  ),
  sentence(
    'a receipt takes unclaimed money by its number',
    claims('a receipt by the number of money that was nobody’s takes it from there, %s'),
    references('a receipt takes unclaimed money by its number only where that names one, which can be the order’s'),
  ),
  sentence(
    'any other claim for a trade that a receipt has paid is a double payment, and in the wallet',
    claims('any other money for a trade whose order a receipt has paid is paid twice, and is the buyer’s'),
  ),
  sentence(
    'receipts earn rebate, on the smaller of what came and what was payable',
    claims('receipts earn the rebate too, on no more than was payable; money for the wallet earns none'),
  ),
  sentence(
    'a credited trade shows the state of its order, and that its money is in the wallet',
    claims('a credited trade stands in the state of its order, with its money in the wallet'),
  ),
  sentence(
    'instances that are off, and addresses that were removed, are watched until nothing can come any more',
    instances('is offered it no more once it is off, while its trades are known'),
    sentences('where USDT are switched off and the address is removed, what comes there still pays its order'),
    watch('addresses stay watched until nothing can come for them any more, whatever the settings say'),
  ),
  sentence(
    'a cancellation settles stored claims of the order first',
    inbox('cancel_order first settles stored claims of the order'),
  ),
  sentence(
    'one trade of an order is paid; money for the others is credited',
    paying('money is never lost: too much, too little, twice, and once again by the same reference'),
    trades('an order that is paid closes its other trades in that transaction, and their providers are told'),
  ),
  sentence(
    'an order waits for the word of a provider or a watcher, at most 24 h',
    queries('an order does not expire while its provider has not said what became of the trade'),
    queries('an order waits for a provider’s word at most 24 h'),
    queries('an order waits for its watcher at most 24 h'),
  ),
  sentence(
    'one ledger account an instance, made with it',
    instances('is made switched off, with its account in the ledger, and never shows its secret'),
  ),
  sentence(
    'a way to pay is offered only where it can be paid, by the instance that the settings choose',
    instances('choose instances that are there, on, and fit'),
    buying('USDT are offered on chains that have an address, endpoints and a watcher that has read them'),
  ),
  sentence(
    'the fee is said before paying, rounded up to the fen, of its own account, and earns no rebate',
    fees('the fee on %d by %j is %d'),
    fees('is shown for each way to pay, asked with what is left, and earns no rebate'),
    fees('stands beside what is owed wherever an order or a trade is seen, of the trade that pays or can'),
  ),
  sentence(
    'money for an agency’s customer is unclaimed, and staff are told',
    claims('money for whoever has become an agency’s customer belongs to nobody yet, and the order stays open'),
    watcher("money for whoever has become an agency's customer stays unclaimed in USDT"),
  ),
  sentence(
    'a claim that is not settled within 10 minutes is an alarm, and is tried on',
    inbox('what cannot be settled is tried again from the inbox, and staff are told after 10 minutes'),
  ),
  sentence(
    'customers name their money by its number, and are told the same whatever is known of it',
    desk('the answer to a claim of money is the same whatever is known of its number'),
    references(
      'a customer who names a number that two instances have used is shown with the money of the order’s instance alone',
    ),
  ),
];

/** What is true of USDT beside that. */
export const usdtSentences: readonly PaymentSentence[] = [
  sentence(
    'a price in USDT is rounded up to the thousandth',
    rules('a price is rounded up to the thousandth, and never asks less than it is worth'),
  ),
  sentence(
    'a slot takes what came from 2 minutes before it to the end of its grace, released ones too',
    rules('a slot takes what comes from 2 minutes before it to the end of its grace, and is free 2 minutes after'),
    sentences(
      'a slot takes what came before the end of its grace, though it was released and its amount is another’s by now',
    ),
  ),
  sentence(
    'an amount is given out again 2 minutes after its grace, the one that is free for longest first',
    watch('a hundred ask at once: a hundred amounts; the next one gets none, and an amount comes back after its grace'),
    rules('a hundred payments of one price have a hundred amounts; then the one that is free for longest is next'),
  ),
  sentence(
    'what makes an amount unique goes to rounding; rebate and what is asked are of the yuan',
    watcher('the add-on that makes an amount unique goes to rounding and to nobody; the rebate is of the yuan'),
  ),
  sentence(
    '3 slots an account and 10 a network, of those that were not paid',
    watch('an account has three amounts, a network ten; the same order asked again replaces its own'),
    sentences('slots that were paid do not count against the limits of an account'),
    buying('five ask at once for the last places of an account: it never has more than three'),
  ),
  sentence(
    'a new request of an order replaces its expired slot in that count',
    rules('an account has 3 slots and a network 10; an order asked again does not count twice'),
  ),
  sentence(
    'a limit or a shortage answers 1114 before anything is fixed or taken',
    buying('what is over a limit changes nothing: no trade, no hold, no fixed amounts'),
    buying('a shortage of amounts answers 1114 before anything is fixed or taken'),
  ),
  sentence(
    'a claim form is approved by itself only while no other account’s slot is in the band',
    forms('no form is approved by itself while another account’s slot, open or in grace, lies in the band'),
    forms('money sent after its payer’s grace is not given to another account that holds a slot near it'),
    forms('a slot of another account that ended more than 30 days before is no hindrance'),
    forms('a claim form is approved by itself: a payment short by a fee goes to the wallet, at the rate of its trade'),
  ),
  sentence(
    'one open trade a chain; asked again it is answered again',
    buying('a payment asks an exact amount at the rate of the settings, and as long as they say'),
  ),
  sentence(
    'an amount is one on all chains of an address',
    sentences('an amount is one on all chains of an address: whoever pays on another chain than asked is matched'),
  ),
  sentence(
    'the rate is the trade’s own',
    sentences('the rate of a trade stays what it was when it was made, whatever the settings say when its money comes'),
  ),
  sentence(
    'addresses are checked by their chain, one a network',
    rules('contracts and addresses are checked letter by letter'),
    rules('the setting holds one address a network, and one of EVM stands for all that have none of their own'),
  ),
  sentence(
    'expiry waits until the watcher has read up to the end of the order',
    expiry('expiry waits until the watcher has read up to the order’s end: what was paid before it pays the order'),
    expiry('a watcher that reads nothing is waited for at most 24 h'),
  ),
  sentence(
    'money after its time pays an order that is open, else it is in the wallet at its own rate',
    watcher(
      'money after the window pays an order that is still open; a cancelled one gives it to the wallet at its own rate',
    ),
    sentences(
      'USDT for an order that was paid in another way go to its buyer’s wallet at the rate of their trade, a day long',
    ),
  ),
  sentence(
    'a chain that is behind is an alarm, once',
    watcher('operators hear once that a chain is behind, and once that it is not; no key is written anywhere'),
  ),
];

/** What goes wrong with payments by EPay and in USDT, by its number among the faults. */
export const paymentFaults: readonly PaymentSentence[] = [
  sentence(
    '1 the same notification twice',
    notify('a notification by %s is stored, acknowledged, and pays after that, once'),
  ),
  sentence(
    '2 the same notification twenty times at once',
    notify('twenty notifications of the same money at once are all acknowledged, and pay once'),
  ),
  sentence(
    '3 a notification before the provider has answered',
    orders('halves')('an order that is paid or cancelled while the provider is asked cannot be paid by its answer'),
  ),
  sentence(
    '4 money for an order that was cancelled a moment ago',
    paying('orders end after their time unless somebody is paying, and money that comes later is the buyer’s'),
  ),
  sentence(
    '5 twenty cancellations at once',
    limits('however often an order is cancelled at once, its share of the wallet and its coupon come back once'),
  ),
  sentence(
    '6 cancellation and settlement at once',
    claims('money and a cancellation at once: the order is paid, or cancelled with the money in the wallet'),
  ),
  sentence(
    '7 lower, higher, other spellings, negative, exponents, more than there is',
    inbox('the amount is compared: %s'),
    signer('%s yuan are %d thousandths'),
    signer('%j is no amount'),
  ),
  sentence('8 another currency', inbox('money in another currency than the trade’s goes to unclaimed in its currency')),
  sentence(
    '9 another merchant',
    notification('of more than fifty mutations none is believed, and each is refused for its reason'),
    prover('money of both gateways ends once, whatever else is said of it; forged and changed words are refused'),
  ),
  sentence(
    '10 bad, missing, empty, weaker and foreign signatures, lists of them',
    notification('of more than fifty mutations none is believed, and each is refused for its reason'),
    notification('an instance without its secret believes nothing, and no refusal says what was sent'),
  ),
  sentence(
    '11 a text that is split anew, and a request sent back',
    gateway('nothing is signed that could be split into another text'),
    notification('of more than fifty mutations none is believed, and each is refused for its reason'),
  ),
  sentence(
    '12 no notification at all',
    queries('a payment of which no notification came is settled by an active query'),
  ),
  sentence(
    '13 answers that are unsigned, forged, faults, late or pages',
    gateway('version 2 believes no answer without the signature of the gateway, nor one of another time'),
    gateway('an answer that is not whole, not ours or not about this trade is unknown'),
    queries('a provider that is %s leaves the trade as it is'),
  ),
  sentence(
    '14 two trades of one order are both paid',
    fees('money that comes late or twice is the buyer’s whole, the fee included'),
    watcher('a second transfer for an order that is paid goes to the wallet; two in one transaction pay two orders'),
  ),
  sentence(
    '15 money after its time',
    queries('what a provider says as paid of a trade that was closed is settled'),
    journeys('a payment whose time is over says so and begins anew; money that comes late pays the order'),
  ),
  sentence(
    '16 USDT too little, too much, with more decimals',
    watcher(
      'an amount that nobody asked stays unclaimed in USDT; staff write it down for an order by its transaction, once',
    ),
    forms('more than was asked, or extra decimals, pay the order, and what is over goes to the wallet'),
  ),
  sentence(
    '17 a hundred amounts at once',
    watch('a hundred ask at once: a hundred amounts; the next one gets none, and an amount comes back after its grace'),
  ),
  sentence(
    '18 a reorganisation',
    readers('a transfer whose block goes away is never found; mined again, it is found in its new block'),
    watcher('what a reorganisation takes back before it stays was never paid; sent again it pays once'),
    watch('a chain that takes back what was final: the money counts once, and what stays away is told'),
  ),
  sentence(
    '19 two logs of a transaction, read again, fakes, nothing',
    readers(
      'transfers of the one contract are found when their block stays: two of one transaction, no fakes, no zeros',
    ),
    readers('TRON: every transfer in every transaction of a history over several pages, once, and no fakes'),
    watch('two payments of one transaction are two claims of two references; TRON the same, a late row counted'),
  ),
  sentence(
    '20 three hours without a watcher; throttled; a missing row',
    watch('three hours without a watcher: the lag says so, and everything is found afterwards'),
    readers('a throttled endpoint is left alone for as long as it says, and not asked in between'),
    readers('TRON: a row that comes late is found; one that is not solid yet holds the mark'),
  ),
  sentence(
    '21 a process that dies between the steps',
    notify('what is not stored is not acknowledged, and what was stored when the process died is settled later'),
    watch(
      'a claim that cannot be stored is handed over again and holds up no other; looks beside each other do it once',
    ),
  ),
  sentence(
    '23 another rate while a trade is open',
    sentences('the rate of a trade stays what it was when it was made, whatever the settings say when its money comes'),
  ),
  sentence(
    '25 a wallet that is spent by two orders at once',
    limits('two orders that are bought at once share the wallet, which never has less than nothing'),
  ),
  sentence('26 nothing payable', paying('an order that the wallet covers is paid at once, with a trade of its own')),
  sentence('27 closed, then paid', queries('what a provider says as paid of a trade that was closed is settled')),
  sentence(
    '30 clocks that differ, and secrets in what is written',
    notification('version 2 believes nothing that is older than 300 s, or from later than that'),
    gateway('no fault and no sentence holds a secret'),
    desk('the delivery log is filtered by instance, verdict and time, and says nothing of what was sent'),
  ),
];
