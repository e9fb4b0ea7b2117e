/**
 * The page's look: the console's colours, in both schemes, and nothing that has to be fetched. One button is stronger
 * than all others: the import into the client that is recommended for the device, or in a chat app, which opens no
 * client, what copies the link.
 */
export const style = `
:root{color-scheme:light dark;--bg:#f5f6f8;--card:#fff;--line:#e5e7ec;--ink:#171a21;--dim:#5b6270;--accent:#4f46e5;--soft:#eef0ff;--warn:#fff4e2;--edge:#ced4da;--face:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#0e1014;--card:#15181e;--line:#262b34;--ink:#eceff4;--dim:#a3abb8;--accent:#a2a9fb;--soft:#23264a;--warn:#3a2c14;--edge:#363d49;--face:#1e222a}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.6 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",system-ui,sans-serif}
main{max-width:640px;margin:auto;padding:24px 16px 48px;display:grid;gap:16px}
h1,h2,p,ul{margin:0;padding:0}
h1{font-size:24px}h2{font-size:17px}
.dim{color:var(--dim);font-size:14px}
.card{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:16px;display:grid;gap:12px;min-width:0}
.warn{background:var(--warn)}
ul{list-style:none;display:grid;gap:12px}
li{display:flex;flex-wrap:wrap;gap:8px;align-items:center;justify-content:space-between}
li+li{border-top:1px solid var(--line);padding-top:12px}
.pill{font-size:13px;background:var(--soft);color:var(--accent);border-radius:99px;padding:2px 10px;margin-left:8px}
.acts{display:flex;flex-wrap:wrap;gap:8px}
@media (max-width:480px){.acts{flex:1 1 100%}.acts>*{flex:1}}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:44px;padding:0 16px;border-radius:10px;border:1px solid var(--edge);background:var(--face);color:var(--ink);font:inherit;font-size:15px;font-weight:600;text-decoration:none;cursor:pointer}
main:not(.chat)>section>ul>li:first-child>.acts>:first-child,.chat #copy{background:#4f46e5;border-color:#4f46e5;color:#fff}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
input{font:inherit;font-size:14px;width:100%;min-height:44px;padding:0 12px;border:1px solid var(--edge);border-radius:10px;background:var(--bg);text-overflow:ellipsis;color:var(--ink)}
summary{cursor:pointer;min-height:44px;display:flex;align-items:center;color:var(--accent)}
summary::after{content:"▾";margin-left:6px}
details[open]>summary::after{content:"▴"}
details>*+*{margin-top:12px}
details.card{display:block;padding-block:8px}
details.card[open]{padding-bottom:16px}
#said:empty{margin-top:-12px}
section>a.dim{display:flex;align-items:center;min-height:40px;width:fit-content}
svg{width:220px;max-width:100%;display:block;margin-inline:auto}
[hidden]{display:none}
`;
