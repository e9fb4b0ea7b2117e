import { z } from 'zod';
import { access, call } from './call.ts';
import { shownFields } from './changed-fields.ts';
import { field } from './form.ts';
import { ById, Done, Nothing } from './shapes.ts';
import { Id, Line } from './units.ts';

const permissionFields = z.object({
  name: field('名称', Line(64).min(1)),
  desc: field('描述', Line(500).default('')),
});

/**
 * The form of one permission; without `_id` a new one is made. With `shown` it is saved only while it is still that.
 */
export const PermissionForm = permissionFields.extend({
  _id: Id.optional(),
  shown: shownFields(permissionFields).optional(),
});
export type PermissionForm = z.output<typeof PermissionForm>;

/** A permission as admins see it. `useTimes`: paid orders that granted it. */
export const Permission = permissionFields.extend({ _id: Id, useTimes: z.number().int().nonnegative() });
export type Permission = z.output<typeof Permission>;

/** A permission in the list of all. `holders`: accounts that hold it, be it past its end. */
export const ListedPermission = Permission.extend({ holders: z.number().int().nonnegative() });
export type ListedPermission = z.output<typeof ListedPermission>;

export const permissionsCalls = {
  list: call({
    path: '/api/admin/permissions/list',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'All permissions.',
    input: Nothing,
    output: z.array(ListedPermission),
    fails: [],
  }),
  update: call({
    path: '/api/admin/permissions/update',
    access: access.admin,
    rate: 'change',
    audit: 'permission',
    summary:
      'Creates a permission (without _id) or saves one; a name is given once only. 1109, with the permission as it is now, when it is no longer the one that was shown.',
    input: PermissionForm,
    output: Permission,
    fails: ['notFound', 'conflict'],
  }),
  delete: call({
    path: '/api/admin/permissions/delete',
    access: access.admin,
    rate: 'change',
    audit: 'permission',
    summary: 'Deletes a permission; refused while a product on sale gives it or a line asks for it.',
    input: ById,
    output: Done,
    fails: ['notFound', 'conflict'],
  }),
} as const;
