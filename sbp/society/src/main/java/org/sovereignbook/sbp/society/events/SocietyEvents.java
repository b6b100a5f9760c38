package org.sovereignbook.sbp.society.events;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sovereignbook.sbp.authority.ledger.EventSentence;
import org.sovereignbook.sbp.authority.ledger.LedgerFeature;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * The kinds of events of this program and its features, with the sentences that lists show. Words
 * in braces are explained at {@link EventSentence}; for a task there are also {@code worker} and,
 * if somebody else accepted its result, {@code reviewer}; for a mail {@code sender} and {@code
 * recipient}.
 */
public final class SocietyEvents {
  private static final List<Map.Entry<String, EventSentence>> OWN =
      List.of(
          Map.entry("agent.registered", EventSentence.of("{by} registered the agent {agent}")),
          Map.entry(
              "agent.status_changed",
              EventSentence.of("{agent} is {new_status} now, was {old_status}")),
          Map.entry("agent.renamed", EventSentence.of("{by} renamed an agent: it is {agent} now")),
          Map.entry(
              "agent.capabilities_changed", EventSentence.of("{by} changed what {agent} may do")),
          Map.entry(
              "agent.opened", EventSentence.of("{by} changed which outsiders may reach {agent}")),
          Map.entry(
              "agent.token_issued", EventSentence.plumbing("{by} issued a token for {agent}")),
          Map.entry("agent.token_revoked", EventSentence.plumbing("{by} ended a token of {agent}")),
          Map.entry("bus.put", EventSentence.of("{by} put {bus} on the bus")),
          Map.entry("bus.deleted", EventSentence.of("{by} removed {bus} from the bus")),
          Map.entry("content.erased", EventSentence.of("{by} erased {texts} texts for good")),
          Map.entry("entity.added", EventSentence.of("{by} added the entity {entity}")),
          Map.entry("entity.identified", EventSentence.of("{by} gave {entity} another address")),
          Map.entry("entity.forgotten", EventSentence.of("{by} took an address from {entity}")),
          Map.entry("entity.tagged", EventSentence.of("{by} changed the tags of {entity}")),
          Map.entry("entity.merged", EventSentence.of("{by} merged {entity} with another entity")),
          Map.entry(
              "envelope.received",
              EventSentence.of("An envelope of {sender_name} arrived", "An envelope arrived")),
          Map.entry(
              "group.member_joined",
              EventSentence.of("{entity_id} joined the group {group}[ as {role}]")),
          Map.entry("group.member_left", EventSentence.of("{entity_id} left the group {group}")),
          Map.entry(
              "mail.sent",
              EventSentence.of(
                  "{sender} sent {mail|a mail} to {recipient}", "{by} sent {mail|a mail}")),
          Map.entry(
              "mail.arrived",
              EventSentence.of(
                  "{peer} sent {mail|a mail} to {recipient}",
                  "{peer} sent {offer|a task or its result}",
                  "A mail of {peer} arrived")),
          Map.entry(
              "mail.delivered",
              EventSentence.plumbing(
                  "{mail|A mail} of {sender} reached {recipient}",
                  "{mail|A mail} reached its recipient")),
          Map.entry(
              "mail.read",
              EventSentence.plumbing(
                  "{recipient} read {mail|a mail} of {sender}", "{by} read {mail|a mail}")),
          Map.entry(
              "mail.handled",
              EventSentence.plumbing(
                  "{recipient} handled {mail|a mail} of {sender}", "{by} handled {mail|a mail}")),
          Map.entry(
              "mail.failed",
              EventSentence.of(
                  "{mail|A mail} of {sender} to {recipient} could not be delivered",
                  "{mail|A mail} could not be delivered")),
          Map.entry(
              "mail.expired",
              EventSentence.of(
                  "{mail|A mail} of {sender} to {recipient} was not read in time",
                  "{mail|A mail} was not read in time")),
          Map.entry(
              "mail.refused",
              EventSentence.of(
                  "{mail|A mail} of {sender} to {recipient} was refused",
                  "{mail|A mail} was refused")),
          Map.entry("memory.written", EventSentence.of("{by} wrote {memory} into memory")),
          Map.entry("memory.renamed", EventSentence.of("{by} renamed {memory} in memory")),
          Map.entry("memory.deleted", EventSentence.of("{by} deleted {memory} from memory")),
          Map.entry("memory.approved", EventSentence.of("{by} approved {memory} in memory")),
          Map.entry("session.answered", EventSentence.of("{session} has an answer for its peer")),
          Map.entry(
              "session.expired",
              EventSentence.of("A message in {session} waited too long and was dropped")),
          Map.entry("session.heard", EventSentence.plumbing("{from} said something for {session}")),
          Map.entry("task.created", EventSentence.of("{by} added {task}")),
          Map.entry("task.claimed", EventSentence.of("{by} began {task}")),
          Map.entry("task.renewed", EventSentence.plumbing("{by} goes on with {task}")),
          Map.entry("task.submitted", EventSentence.of("{by} handed in {task}")),
          Map.entry(
              "task.completed",
              EventSentence.of(
                  "{worker} completed {task}[, accepted by {reviewer}]", "{task} is completed")),
          Map.entry("task.rejected", EventSentence.of("{by} rejected the result of {task}")),
          Map.entry(
              "task.expired",
              EventSentence.of(
                  "{agent} lost {task}, which is on the board again",
                  "{task} is on the board again")),
          Map.entry("task.failed", EventSentence.of("{task} failed")),
          Map.entry("task.cancelled", EventSentence.of("{by} cancelled {task}")),
          Map.entry("task.retried", EventSentence.of("{by} put {task} back on the board")),
          Map.entry(
              "task.reviewed",
              EventSentence.of("{judge} gave {task} {score} of 100", "{task} got {score} of 100")),
          Map.entry("task.returned", EventSentence.of("{task} came back to the board")),
          Map.entry("task.commented", EventSentence.of("{by} commented on {task}")),
          Map.entry("task.edited", EventSentence.of("{by} edited {task}")),
          Map.entry("task.waits", EventSentence.of("{task} waits for another task")),
          Map.entry("task.waits_no_more", EventSentence.of("{task} waits for one task less")),
          Map.entry(
              "trust.score_changed",
              EventSentence.of(
                  "The trust of {observer} in what {agent} writes is {new_score} of 1000, was"
                      + " {old_score}")));

  private SocietyEvents() {}

  /** Returns the kinds of the program itself, in the order of what happens. */
  public static List<String> kinds() {
    return OWN.stream().map(Map.Entry::getKey).toList();
  }

  /** Returns the sentences of all kinds; a feature that fails has none. */
  public static Map<String, EventSentence> sentences(Features features) {
    Map<String, EventSentence> all = new HashMap<>();
    OWN.forEach(one -> all.put(one.getKey(), one.getValue()));
    for (LedgerFeature feature : features.of(LedgerFeature.class)) {
      ItemFault.orElse(feature::sentences, _ -> Map.<String, EventSentence>of())
          .forEach(all::putIfAbsent);
    }
    return Map.copyOf(all);
  }
}
