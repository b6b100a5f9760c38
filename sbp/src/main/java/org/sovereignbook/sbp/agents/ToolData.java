package org.sovereignbook.sbp.agents;

import java.util.Set;
import org.sovereignbook.sbp.access.DataAccess;

/**
 * How much of what the node knows somebody must be allowed for a tool (NEXUS, ACL: {@code data}):
 * none for what deals with its own things only, restricted for what all agents of the node share,
 * full for what is private, and for every tool that is not named here.
 */
final class ToolData {
  /** Those that write, and show at most what is the caller's own. */
  private static final Set<String> OWN =
      Set.of(
          "send",
          "reply",
          "follow",
          "endorse",
          "post",
          "share",
          "subscribe",
          "unsubscribe",
          "agents_md",
          "agent_register",
          "agent_token",
          "agent_activate",
          "agent_suspend",
          "agent_deactivate",
          "agent_reactivate",
          "agent_capabilities",
          "agent_rename",
          "agent_remove",
          "task_add",
          "task_show",
          "task_claim",
          "task_renew",
          "task_release",
          "task_submit",
          "task_review",
          "task_complete",
          "task_fail",
          "task_cancel",
          "task_retry",
          "task_offer",
          "task_withdraw",
          "mail_send",
          "mail_list",
          "mail_read",
          "mail_ack",
          "mail_reply",
          "mail_receipts",
          "bus_put",
          "bus_delete",
          "hook_ask",
          ToolCall.CHECK);

  private static final Set<String> COMMON =
      Set.of(
          "status",
          "ethos",
          "feed",
          "read",
          "search",
          "agent_list",
          "agent_show",
          "task_list",
          "task_ready",
          "task_graph",
          "task_offers",
          "bus_get",
          "bus_list",
          "bus_snapshot",
          "hook_list",
          "access_lint");

  private ToolData() {}

  /** The least that its caller must be allowed. */
  public static DataAccess needed(String tool) {
    boolean isOwn = OWN.contains(tool) || tool.startsWith("reader_");
    return isOwn
        ? DataAccess.NONE
        : COMMON.contains(tool) ? DataAccess.RESTRICTED : DataAccess.FULL;
  }
}
