import protobuf from 'protobufjs';

/**
 * The few messages that the agent exchanges with Xray-core, written down with the field names and numbers of the pinned
 * version's own files (v1.260327.0: app/proxyman/command/command.proto, app/stats/command/command.proto,
 * app/router/command/command.proto, app/router/config.proto, common/protocol/user.proto,
 * common/serial/typed_message.proto, core/config.proto and the account files below proxy/). Fields that the agent
 * neither writes nor reads are left out; protobuf skips them.
 */
const SOURCE = `
syntax = "proto3";
message TypedMessage { string type = 1; bytes value = 2; }
message User { uint32 level = 1; string email = 2; TypedMessage account = 3; }
message AddUserOperation { User user = 1; }
message RemoveUserOperation { string email = 1; }
message AlterInboundRequest { string tag = 1; TypedMessage operation = 2; }
message RemoveInboundRequest { string tag = 1; }
message ListInboundsRequest { bool isOnlyTags = 1; }
message InboundHandlerConfig { string tag = 1; }
message ListInboundsResponse { repeated InboundHandlerConfig inbounds = 1; }
message GetInboundUserRequest { string tag = 1; string email = 2; }
message GetInboundUserResponse { repeated User users = 1; }
message QueryStatsRequest { string pattern = 1; bool reset = 2; }
message Stat { string name = 1; int64 value = 2; }
message QueryStatsResponse { repeated Stat stat = 1; }
message GetStatsRequest { string name = 1; bool reset = 2; }
message GetStatsOnlineIpListResponse { string name = 1; map<string, int64> ips = 2; }
message GetAllOnlineUsersResponse { repeated string users = 1; }
message RoutingRule { string tag = 1; repeated string user_email = 7; string rule_tag = 19; }
message RouterConfig { repeated RoutingRule rule = 2; }
message AddRuleRequest { TypedMessage config = 1; bool shouldAppend = 2; }
message RemoveRuleRequest { string ruleTag = 1; }
message ListRuleItem { string tag = 1; string ruleTag = 2; }
message ListRuleResponse { repeated ListRuleItem rules = 1; }
message SecurityConfig { int32 type = 1; }
message VmessAccount { string id = 1; SecurityConfig security_settings = 3; }
message VlessAccount { string id = 1; string flow = 2; string encryption = 3; }
message Shadowsocks2022Account { string key = 1; }
message ShadowsocksAccount { string password = 1; int32 cipher_type = 2; }
message HysteriaAccount { string auth = 1; }
message Empty {}
`;

const root = protobuf.parse(SOURCE, { keepCase: true }).root;

/** One message type; unknown names throw at start. */
export const message = (name: string): protobuf.Type => root.lookupType(name);

/** The full names that the engine knows its types by inside a TypedMessage. */
export const typeNames = {
  AddUserOperation: 'xray.app.proxyman.command.AddUserOperation',
  RemoveUserOperation: 'xray.app.proxyman.command.RemoveUserOperation',
  RouterConfig: 'xray.app.router.Config',
  VmessAccount: 'xray.proxy.vmess.Account',
  VlessAccount: 'xray.proxy.vless.Account',
  Shadowsocks2022Account: 'xray.proxy.shadowsocks_2022.Account',
  ShadowsocksAccount: 'xray.proxy.shadowsocks.Account',
  HysteriaAccount: 'xray.proxy.hysteria.account.Account',
} as const;

/** Wraps a message the way the engine's own calls carry messages of any type. */
export const typedMessage = (name: keyof typeof typeNames, value: object): { type: string; value: Uint8Array } => ({
  type: typeNames[name],
  value: message(name).encode(value).finish(),
});
