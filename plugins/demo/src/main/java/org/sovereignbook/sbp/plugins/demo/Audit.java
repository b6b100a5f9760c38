package org.sovereignbook.sbp.plugins.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.RejectedEnvelope;
import org.sovereignbook.sbp.store.Store;

/** Check that every envelope sent by a node was accepted and processed by its receiver. */
record Audit(int sent, int processed, List<String> problems) {

  static Audit of(List<DemoNode> nodes) {
    List<String> problems = new ArrayList<>();
    int sent = 0;
    int processed = 0;
    for (DemoNode node : nodes) {
      problems.addAll(leftovers(node));
      for (SentEnvelope envelope : SentEnvelope.of(node)) {
        sent++;
        Optional<DemoNode> receiver = find(nodes, envelope.recipient());
        if (receiver.isPresent() && isProcessed(receiver.get(), envelope)) {
          processed++;
        } else {
          problems.add(
              "%s: sent/%s was not processed by %s"
                  .formatted(
                      node.name(),
                      envelope.item(),
                      receiver.map(DemoNode::name).orElse("a stranger")));
        }
      }
    }
    return new Audit(sent, processed, problems);
  }

  private static Optional<DemoNode> find(List<DemoNode> nodes, PublicKey key) {
    return nodes.stream().filter(node -> node.key().equals(key)).findFirst();
  }

  /**
   * Returns whether the receiver remembers exactly this envelope, and it is no longer in the inbox.
   */
  private static boolean isProcessed(DemoNode receiver, SentEnvelope envelope) {
    return envelope
        .hash()
        .flatMap(hash -> receiver.store().seenEnvelopes().find(hash))
        .filter(entry -> !receiver.store().inbox().pending().contains(entry))
        .isPresent();
  }

  private static List<String> leftovers(DemoNode node) {
    List<String> problems = new ArrayList<>();
    Store store = node.store();
    store.inbox().pending().forEach(id -> problems.add(node.name() + ": inbox/" + id + " waits"));
    store
        .outbox()
        .pending()
        .forEach(id -> problems.add(node.name() + ": outbox/" + id + " was not delivered"));
    store
        .outbox()
        .failed()
        .forEach(name -> problems.add(node.name() + ": outbox/failed/" + name + " failed"));
    RejectedEnvelope.all(store)
        .forEach(one -> problems.add(node.name() + ": rejected " + one.id() + ": " + one.code()));
    for (String line : store.lines(LogFile.OPS)) {
      if (line.contains("Z " + LogEntry.ERROR_PREFIX)) {
        problems.add(node.name() + ": " + line);
      }
    }
    return problems;
  }
}
