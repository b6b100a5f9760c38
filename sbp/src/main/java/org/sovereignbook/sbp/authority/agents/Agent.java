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
 * A local worker with a key of its own (CORDELIA §1.2), as it was when it was read.
 *
 * @param parent who registered it; never changes
 * @param depth 1 for a child of the owner
 * @param name how it is called here; nobody else who lives is called so
 * @param statusReason why it is where it is, in a few words of the program's own
 * @param epoch which incarnation it is: raised whenever it is activated anew or started. What is
 *     for an earlier one is not for this one
 * @param mail from how far away it may be written to
 * @param work from how far away it may be given work
 * @param declared its capabilities as they were given; what holds is never more than its parent's
 * @param createdMs when it was registered, in milliseconds since 1970
 * @param endsMs when its time to live is over
 * @param dueMs when time alone changes its status: cool-down, time to live, or grace period over
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
  /** Of agents above an agent and itself: more would be a loop of delegation. */
  public static final int MAX_DEPTH = 8;

  public static final int MAX_NAME_CHARACTERS = 40;

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,39}");

  /** What in an address, or of a reviewer, means somebody who is no agent. */
  private static final Set<String> NO_AGENTS =
      Set.of(Principal.OWNER.text(), Principal.SYSTEM.text());

  /** Whether an agent can be called so. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches() && !NO_AGENTS.contains(text);
  }

  /** Whether it is suspended for a while only, and goes on by itself when that is over. */
  public boolean rests() {
    return status == AgentStatus.SUSPENDED && !dueMs.equals(endsMs);
  }

  /** When it goes on by itself. */
  public Optional<Timestamp> restsUntil() {
    return rests() ? dueMs.map(due -> Timestamp.ofMillis(due)) : Optional.empty();
  }

  /** The entity that it is. */
  public Principal principal() {
    return Principal.agent(id.hex());
  }

  /** Of its key. */
  public Fingerprint fingerprint() {
    return Fingerprint.of(key);
  }

  /** What events about it are about. */
  public Subject subject() {
    return Subject.agent(id.hex());
  }
}
