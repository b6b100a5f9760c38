package org.sovereignbook.sbp.plugins.groups;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.ledger.EventObserver;
import org.sovereignbook.sbp.authority.ledger.EventSentence;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.TableScript;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.frontend.command.CommandFeature;
import org.sovereignbook.sbp.frontend.command.FeatureCommand;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.reader.Gate;
import org.sovereignbook.sbp.peer.reader.ReceivedEnvelope;
import org.sovereignbook.sbp.peer.step.StepContext;
import org.sovereignbook.sbp.runtime.feature.NodeFeature;
import org.sovereignbook.sbp.runtime.feature.SocietyJudge;
import org.sovereignbook.sbp.runtime.feature.SocietyWork;
import org.sovereignbook.sbp.runtime.health.Health;
import org.sovereignbook.sbp.society.memory.GroupFeature;
import org.sovereignbook.sbp.society.memory.GroupNode;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.ItemRemoval;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.OutsideMember;

/** Memory groups with members in other nodes (docs/protocol-memory.md). */
public final class SharedGroupsFeature implements NodeFeature, GroupFeature, CommandFeature {
  @Override
  public String name() {
    return "shared-groups";
  }

  @Override
  public String title() {
    return "memory groups with members in other nodes";
  }

  @Override
  public Settings settings() {
    return SharedGroupsSettings.ALL;
  }

  @Override
  public List<TableScript> tables() {
    return List.of(
        TableScript.beside(SharedGroupsFeature.class, "V1__shared_groups.sql").formerly(25));
  }

  @Override
  public List<FeatureCommand> commands() {
    return List.of(
        FeatureCommand.below("group", "retry", () -> new GroupAside.Retry()),
        FeatureCommand.below("group", "drop", () -> new GroupAside.Drop()));
  }

  @Override
  public Map<String, EventSentence> sentences() {
    return Map.of(
        SharedGroups.OUTSIDE,
        EventSentence.of("{by} made {name} of another node a member of {group}[ as {role}]"));
  }

  @Override
  public List<EventObserver> observers() {
    return List.of(SharedGroupsFeature::appended);
  }

  @Override
  public boolean observesWhileOff() {
    return true;
  }

  /** Sends on what agents of this node change; what came from another node is not sent back. */
  private static void appended(Transaction tx, LedgerEvent event) {
    if (event.authority().principal().isStranger()) {
      return;
    }
    Optional<String> group = event.metadata().string("group_id");
    switch (event.kind()) {
      case ItemWriter.WRITTEN ->
          group.ifPresent(
              id ->
                  new SharedItems(tx)
                      .written(id, event.metadata().string("item_id").orElseThrow()));
      case ItemRemoval.DELETED ->
          new SharedItems(tx)
              .deleted(event.subjects().getFirst().id(), event.authority().principal());
      case Groups.JOINED -> new SharedGroups(tx).locally(group.orElseThrow(), false);
      case Groups.LEFT -> new SharedGroups(tx).locally(group.orElseThrow(), true);
      default -> {
        // Nothing that other nodes share.
      }
    }
  }

  @Override
  public boolean takes(ReceivedEnvelope received) {
    return received.payload() instanceof Payload.Memory;
  }

  @Override
  public List<Gate> gates(StepContext on) {
    return List.of(new MemoryGate(on::society));
  }

  @Override
  public List<SocietyWork> beforeSending() {
    return List.of(new SocietyWork("groups", "what shared groups send waits", SendingRun::send));
  }

  @Override
  public List<SocietyWork> afterSending() {
    return List.of(
        new SocietyWork(
            "groups",
            "what became of mail of shared groups is not noted",
            SendingOutcomes::settle));
  }

  @Override
  public List<SocietyJudge> judges() {
    return List.of(new SocietyJudge("group mail held", SharedGroupsFeature::held));
  }

  /** Finds shared groups of which something is not sent, since their lists name strangers. */
  private static List<Health.Reason> held(Transaction tx) {
    return new SendingQueue(tx)
        .held().stream()
            .map(
                one ->
                    Health.attention(
                        "groups",
                        "nothing leaves for %s of the group %s: %s"
                            .formatted(
                                Wording.counted(one.nodes(), "node"),
                                PeerText.plain(one.groupId()),
                                why(one.reason())),
                        "sbp group show " + one.groupId()))
            .toList();
  }

  private static String why(String reason) {
    return switch (reason) {
      case "not-met" -> "this node has not met them; add the ones you want:  sbp peers add URL";
      case "host-limit" -> "another key at the same host goes first";
      default -> "its list has used up this hour's mails (memory.list_mails_per_hour)";
    };
  }

  @Override
  public Optional<Principal> manager(Transaction tx, String group) {
    return SharedGroup.find(tx, group)
        .filter(one -> !one.isOurs(tx))
        .map(one -> Principal.peer(one.node()));
  }

  @Override
  public void cultureChanged(Transaction tx, String group) {
    new SharedGroups(tx).locally(group, false);
  }

  @Override
  public void ending(Transaction tx, String group) {
    new SharedGroups(tx).close(group);
  }

  @Override
  public void confirmed(Transaction tx, String group, String item) {
    new SharedItems(tx).written(group, item);
  }

  @Override
  public void erasing(Transaction tx, String item, Principal by) {
    new SharedItems(tx).deleted(item, by);
  }

  @Override
  public List<GroupNode> nodes(Transaction tx, String group) {
    return new NodeStates(tx).of(group);
  }

  @Override
  public boolean add(
      Transaction tx, Caller caller, String group, OutsideMember who, GroupRole role) {
    new SharedGroups(tx).add(caller, group, who.node(), who.name(), role);
    return true;
  }

  @Override
  public boolean remove(Transaction tx, Caller caller, String group, OutsideMember who) {
    return new SharedGroups(tx).remove(caller, group, who.node().key(), who.name());
  }
}
