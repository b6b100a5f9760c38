package org.sovereignbook.sbp.cli.work;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.agents.AgentStatus;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.PeerText;

/**
 * An agent as programs see it: CORDELIA §1.2's record, with further values of this node.
 *
 * @param parentEntityId {@code owner}, or the parent's {@code agent_id}
 * @param parent the parent's name, or {@code owner}
 * @param mail the farthest senders from whom it takes mail now, within its parents' limits
 * @param work the farthest sources from which it takes tasks now, within its parents' limits
 * @param publicKey in Cordelia's form, X.509 in base64
 * @param key the same 32 bytes in SBP's form
 * @param declared its capabilities as given
 * @param effective its capabilities now, within its parents' limits
 * @param endsAt when its time to live ends
 * @param graceEndsAt when it is removed, once it is deactivated
 * @param resumesAt when its cool-down ends
 */
@Shape.Def("agent")
record AgentView(
    AgentId agentId,
    Fingerprint fingerprint,
    String name,
    String displayName,
    AgentType agentType,
    AgentStatus status,
    String statusReason,
    String parentEntityId,
    String parent,
    int depth,
    long epoch,
    AgentReach mail,
    AgentReach work,
    String publicKey,
    PublicKey key,
    Timestamp createdAt,
    JsonObject declared,
    JsonObject effective,
    Optional<Timestamp> endsAt,
    Optional<Timestamp> graceEndsAt,
    Optional<Timestamp> resumesAt) {
  /** The prefix of an Ed25519 key in X.509. */
  private static final byte[] X509 = HexFormat.of().parseHex("302a300506032b6570032100");

  private static final int SHORT_FINGERPRINT_CHARACTERS = 13;

  /**
   * A page of agents.
   *
   * @param count how many there are on all pages
   */
  record All(List<AgentView> agents, int count, @Shape.Inline Page.End end) {}

  /**
   * A changed agent.
   *
   * @param warning the effect on the node, when it was one of the node's own
   */
  record Changed(boolean success, @Shape.Inline AgentView agent, Optional<String> warning) {}

  /**
   * A new agent.
   *
   * @param privateKeyEncrypted its private key, sealed to its parent's key
   */
  record Registered(@Shape.Inline AgentView agent, String privateKeyEncrypted) {}

  static AgentView of(Transaction tx, Agent agent) {
    Optional<Agent> parent = Optional.empty();
    if (agent.parent().agentId().isPresent()) {
      parent = Agents.find(tx, new AgentId(agent.parent().agentId().get()));
    }
    boolean isDeactivated = agent.status() == AgentStatus.DEACTIVATED;
    return new AgentView(
        agent.id(),
        agent.fingerprint(),
        agent.name(),
        Agents.displayName(tx, agent),
        agent.type(),
        agent.status(),
        agent.statusReason(),
        parent.map(it -> it.id().hex()).orElse(agent.parent().text()),
        parent.map(Agent::name).orElse(agent.parent().text()),
        agent.depth(),
        agent.epoch(),
        Agents.mailReach(tx, agent),
        Agents.workReach(tx, agent),
        x509(agent.key()),
        agent.key(),
        Timestamp.ofMillis(agent.createdMs()),
        agent.declared().json(),
        Agents.capabilities(tx, agent).json(),
        agent.endsMs().map(Timestamp::ofMillis),
        agent.dueMs().filter(_ -> isDeactivated).map(Timestamp::ofMillis),
        agent.dueMs().filter(_ -> agent.rests()).map(Timestamp::ofMillis));
  }

  static All all(Transaction tx, List<Agent> agents, PageOptions wanted) {
    Page<AgentView> page =
        wanted.of(agents.stream().map(agent -> of(tx, agent)), agent -> agent.agentId().hex());
    return new All(page.items(), agents.size(), page.end());
  }

  private static String x509(PublicKey key) {
    byte[] der = new byte[X509.length + PublicKey.BYTES];
    System.arraycopy(X509, 0, der, 0, X509.length);
    System.arraycopy(key.bytes(), 0, der, X509.length, PublicKey.BYTES);
    return Base64.getEncoder().encodeToString(der);
  }

  static Table table(All all) {
    Table table = Table.of("NAME", "STATUS", "TYPE", "PARENT", "MAIL", "FINGERPRINT").whole("NAME");
    for (AgentView agent : all.agents()) {
      table.row(
          agent.name(),
          styled(agent.status()),
          agent.agentType().toString(),
          agent.parent(),
          agent.mail().toString(),
          agent.fingerprint().toString().substring(0, SHORT_FINGERPRINT_CHARACTERS));
    }
    return table;
  }

  private static String styled(AgentStatus status) {
    String word = status.toString();
    return switch (status) {
      case ACTIVE -> Style.PASS.on(word);
      case SUSPENDED -> Style.WARNING.on(word);
      case DEACTIVATED, REMOVED -> Style.QUIET.on(word);
      case REGISTERED -> word;
    };
  }

  List<String> lines() {
    return Stream.of(
            Optional.of("name          " + name),
            Optional.of(displayName)
                .filter(shown -> !shown.equals(name))
                .map(shown -> "shown as      " + PeerText.plain(shown)),
            Optional.of("status        %s (%s)".formatted(status, statusReason)),
            Optional.of("type          " + agentType),
            Optional.of("parent        %s, depth %d".formatted(parent, depth)),
            Optional.of("agent id      " + agentId),
            Optional.of("fingerprint   " + fingerprint),
            Optional.of("incarnation   " + epoch),
            Optional.of("mail from     " + mail),
            Optional.of("work from     " + work),
            Optional.of("registered    " + createdAt),
            endsAt.map(at -> "lives until   " + at),
            resumesAt.map(at -> "resumes       " + at),
            graceEndsAt.map(at -> "removed       " + at))
        .flatMap(Optional::stream)
        .toList();
  }

  /** Returns its capabilities, and where they are less than declared. */
  List<String> capabilityLines() {
    List<String> lines = new ArrayList<>();
    lines.add("declared      " + declared);
    if (!effective.equals(declared)) {
      lines.add("holds now     " + effective);
    }
    return lines;
  }
}
