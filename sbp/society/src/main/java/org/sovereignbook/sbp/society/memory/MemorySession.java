package org.sovereignbook.sbp.society.memory;

import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.agents.ToolRights;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Session of an agent that the node itself runs, a member of a team or a job: it begins and ends as
 * that of a coding CLI with hooks. An agent that remembers nothing has none, so that its prompts
 * and its chain stay as they are.
 */
public final class MemorySession implements AutoCloseable {
  /** Name of the text in prompts. */
  public static final String INPUT = "memory.md";

  private static final String TOOL = "memory_hook";

  private final Ledger ledger;
  private final ToolCall call;
  private final String text;

  private MemorySession(Ledger ledger, ToolCall call, String text) {
    this.ledger = ledger;
    this.call = call;
    this.text = text;
  }

  /**
   * Begins a session. A run never fails for its memory: an agent that may not use it remembers
   * nothing.
   *
   * @param as the agent, when it has no token
   */
  public static MemorySession begin(
      Ledger ledger, String channel, Optional<String> as, Optional<String> token) {
    ToolCall call = new ToolCall(TOOL, JsonObject.empty(), channel, as, token);
    return new MemorySession(ledger, call, text(ledger, call));
  }

  private static String text(Ledger ledger, ToolCall call) {
    try {
      return remembers(ledger, call) ? Permissions.run(ledger, call, MemorySession::started) : "";
    } catch (SocietyException e) {
      return "";
    }
  }

  /** Returns what the agent remembers, as data with dates and authors; empty if nothing. */
  public String text() {
    return text;
  }

  private static boolean remembers(Ledger ledger, ToolCall call) {
    return ledger.<Boolean>read(MemorySession::isAnything)
        && ledger.<Boolean>write(
            tx -> {
              Caller caller = Agents.caller(tx, call.as(), call.token(), call.channel());
              return ToolRights.mayNow(tx, caller, TOOL) && new SessionStart(tx).isAny(caller);
            });
  }

  /** Returns whether anybody remembers anything, which costs little where nobody does. */
  private static boolean isAnything(Transaction tx) {
    return tx.exists("SELECT 1 FROM memory_item WHERE deleted_ms IS NULL")
        || tx.exists("SELECT 1 FROM memory_hot WHERE version > 1");
  }

  private static String started(Transaction tx, Caller caller) {
    SessionStart.Shown shown = new SessionStart(tx).begin(caller, Optional.empty());
    caller.isShown(tx, TOOL, shown.causes());
    return shown.text();
  }

  /**
   * Ends the session in the agent's chain, also one of an agent that had nothing to remember when
   * it began. An agent whose rights have ended meanwhile leaves no end.
   */
  @Override
  public void close() {
    try {
      if (remembers(ledger, call)) {
        String _ =
            Permissions.run(
                ledger, call, (tx, caller) -> new HotMemory(tx).end(caller).updatedAt());
      }
    } catch (SocietyException e) {
      // It may no longer act; its hot context is as it left it.
    }
  }
}
