package org.sovereignbook.sbp.authority.agents;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * Snapshot of a local worker with a key of its own (CORDELIA §1.2).
 *
 * @param parent the principal that registered it; never changes
 * @param depth 1 for a child of the owner
 * @param name its name in this node; unique among the agents that are not removed
 * @param statusReason why it has its status, in a few words of the program's own
 * @param epoch its incarnation: raised whenever it is reactivated or started. Items for an earlier
 *     incarnation are not for this one
 * @param mail the most distant senders that may write to it
 * @param work the most distant principals that may give it work
 * @param declared its capabilities as declared; the effective ones never exceed its parent's
 * @param createdMs when it was registered, in milliseconds since 1970
 * @param endsMs when its time to live is over
 * @param dueMs when time alone changes its status: at the end of its cool-down, time to live or
 *     grace period
 */
public record Agent(
    AgentId id,
    PublicKey key,
    Principal parent,
    int depth,
    AgentType type,
    String name,
    AgentStatus status,
    String statusReason,
    long epoch,
    AgentReach mail,
    AgentReach work,
    Capabilities declared,
    long createdMs,
    Optional<Long> endsMs,
    long graceSeconds,
    Optional<Long> dueMs) {
  /** Maximum number of agents in a chain of delegation: a longer one would be a loop. */
  public static final int MAX_DEPTH = 8;

  public static final int MAX_NAME_CHARACTERS = 40;

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,39}");

  /** Names that, in an address or of a reviewer, do not mean an agent. */
  private static final Set<String> NO_AGENTS =
      Set.of(Principal.OWNER.text(), Principal.SYSTEM.text());

  public static boolean isName(String text) {
    return NAME.matcher(text).matches() && !NO_AGENTS.contains(text);
  }

  /** Returns whether it is suspended for a limited time, after which it resumes by itself. */
  public boolean rests() {
    return status == AgentStatus.SUSPENDED && !dueMs.equals(endsMs);
  }

  /** Returns when it resumes by itself. */
  public Optional<Timestamp> restsUntil() {
    return rests() ? dueMs.map(due -> Timestamp.ofMillis(due)) : Optional.empty();
  }

  public Principal principal() {
    return Principal.agent(id.hex());
  }

  public Fingerprint fingerprint() {
    return Fingerprint.of(key);
  }

  /** Returns the subject of events about it. */
  public Subject subject() {
    return Subject.agent(id.hex());
  }
}
