import multipart from '@fastify/multipart';
import { rawCalls } from '@skyport/contract';
import { access } from '@skyport/contract/call';
import { codes, type CodeName } from '@skyport/contract/codes';
import { MAX_IMAGE_BYTES } from '@skyport/contract/files';
import { imageTexts } from '@skyport/contract/profile-texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredFile, UploadRequest, Viewer } from '../platform/file-route.ts';
import { refusal } from './answers.ts';
import type { Gate } from './gate.ts';
import { refusedBy } from './roles.ts';
import { foreignSiteProblem } from './origin.ts';
import { mountRaw } from './raw-route.ts';
import { askingOf, callerOf } from './session.ts';

/** What surrounds the image in a form: boundaries, names, and what a browser adds. */
const FORM_BYTES = 64 * 1024;

const LIMITS = {
  files: 1,
  fileSize: MAX_IMAGE_BYTES,
  fields: 2,
  fieldSize: 1024,
  fieldNameSize: 100,
  parts: 3,
} as const;

/** An upload that is not taken, and what the sender is told; `status` where HTTP has one for it. */
class UploadRefusal extends Error {
  override readonly name = 'UploadRefusal';
  readonly reason: CodeName;
  readonly status: number;
  constructor(reason: CodeName, said: { msg?: string; status?: number } = {}) {
    super(said.msg ?? codes[reason].msg);
    this.reason = reason;
    this.status = said.status ?? (reason === 'throttled' ? 429 : 200);
  }
}

/** Mounts image upload and download: plain JSON and bytes, outside the envelope. */
export const mountFiles = async (gate: Gate): Promise<void> => {
  mountDownload(gate);
  // In a plugin's scope of its own: nowhere else may a form with files come in.
  await gate.app.register(async (app) => {
    await app.register(multipart, { limits: LIMITS });
    mountRaw(gate, rawCalls.upload, {
      app,
      throttled: (reply, request) => sendRefusal(new UploadRefusal('throttled'), request, reply),
      // Before the limit, so that no other site can use up its visitors' tokens.
      onRequest: async (request, reply) => {
        const msg = foreignSiteProblem(gate, request);
        return msg === undefined ? undefined : sendRefusal(new UploadRefusal('foreignSite', { msg }), request, reply);
      },
      handler: async (request, reply) => upload(gate, request, reply),
    });
  });
};

const upload = async (gate: Gate, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  reply.outcome = { name: rawCalls.upload.path, code: codes.fault.code };
  try {
    const userId = await admit(gate, request);
    const answer = await gate.files.upload({ userId, ...(await readImage(request)) });
    if ('refused' in answer) throw new UploadRefusal(answer.refused, { msg: answer.msg });
    reply.outcome.code = codes.ok.code;
    return await reply.send({ file: answer });
  } catch (problem) {
    if (!(problem instanceof UploadRefusal)) throw problem;
    return sendRefusal(problem, request, reply);
  }
};

const sendRefusal = (problem: UploadRefusal, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const { code } = codes[problem.reason];
  reply.outcome = { name: rawCalls.upload.path, code };
  // What is still on its way is read and dropped: a browser that cannot finish sending never reads the answer.
  request.raw.resume();
  return reply.code(problem.status).send({ code, msg: problem.message });
};

/** Whose image it is. The bearer is asked for, not the cookie: no page of another site can make a browser send it. */
const admit = async (gate: Gate, request: FastifyRequest): Promise<string> => {
  const { access, rate } = rawCalls.upload;
  if (!request.headers.authorization?.startsWith('Bearer ')) throw new UploadRefusal('sessionExpired');
  const caller = await callerOf(askingOf(gate, request), { ...gate.deps, reader: gate.reader });
  if (caller.account && !gate.rateLimiter.allowsAccount(rate, caller.account.id)) throw new UploadRefusal('throttled');
  const reason = refusedBy(access, caller);
  if (reason || !caller.account) throw new UploadRefusal(reason ?? 'sessionExpired');
  return caller.account.id;
};

const tooBig = (): UploadRefusal => new UploadRefusal('invalidPayload', { msg: imageTexts.tooBig, status: 413 });

/** The field `file` of the form; whatever else is in it is passed over, up to the limits. */
const readImage = async (request: FastifyRequest): Promise<Omit<UploadRequest, 'userId'>> => {
  if (!request.isMultipart()) throw new UploadRefusal('invalidPayload');
  // The parser counts the image only; a length that was said beforehand bounds everything around it too.
  const length = Number(request.headers['content-length']);
  if (!(length <= MAX_IMAGE_BYTES + FORM_BYTES)) throw tooBig();
  let image: Omit<UploadRequest, 'userId'> | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue;
      const bytes = await part.toBuffer();
      if (part.fieldname === 'file') image = { filename: part.filename, bytes };
    }
  } catch (problem) {
    throw refusalOfForm(problem);
  }
  if (!image) throw new UploadRefusal('invalidPayload');
  return image;
};

const refusalOfForm = (problem: unknown): UploadRefusal => {
  const code = problem instanceof Error && 'code' in problem ? problem.code : undefined;
  return code === 'FST_REQ_FILE_TOO_LARGE' ? tooBig() : new UploadRefusal('invalidPayload');
};

/** Who asks for an image that not everybody may see. */
const viewerOf = async (gate: Gate, request: FastifyRequest): Promise<Viewer | undefined> => {
  const caller = await callerOf(askingOf(gate, request), { ...gate.deps, reader: gate.reader });
  if (!caller.account || refusedBy(access.account, caller)) return undefined;
  const { id, type } = caller.account;
  return { id, isAdmin: type === 'admin' && caller.bothParts };
};

const mountDownload = (gate: Gate): void => {
  const row = rawCalls.download;
  mountRaw(gate, row, {
    handler: async (request, reply) => {
      const { filename } = request.params as { filename: string };
      const file = await gate.files.download(filename, () => viewerOf(gate, request));
      reply.outcome = { name: row.path, code: file ? codes.ok.code : codes.notFound.code };
      if (!file) return reply.code(404).send(refusal('notFound'));
      return sendFile(file, reply);
    },
  });
};

/**
 * What is served is somebody's picture and nothing else, whatever is in it: it may run nothing and is framed nowhere.
 */
const sendFile = (file: StoredFile, reply: FastifyReply): FastifyReply =>
  reply
    .headers({
      'content-type': file.contentType,
      'content-length': file.bytes,
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-site',
      // A name stands for the same bytes for ever; only the browser itself may keep them.
      'cache-control': file.isPrivate ? 'private, no-store' : 'private, max-age=86400, immutable',
    })
    .send(file.body);
