package org.sovereignbook.sbp.plugins.channels.work;

import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.automation.AutomationFeature;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.Wording;

/** Work on channels in a tick, unless a process does it all the time. */
public final class ChannelTick implements AutomationFeature.TickWork {
  private final Session session;
  private final Node node;
  private int accepted;

  public ChannelTick(Session session, Node node) {
    this.session = session;
    this.node = node;
  }

  @Override
  public void run() throws InterruptedException {
    if (!new ChannelMark(node).isAny()) {
      return;
    }
    ChannelService service = new ChannelService(session, node);
    Optional<NodeLock> lock = service.lock();
    Optional<Ledger> opened = lock.isEmpty() ? Optional.empty() : session.ledgerIfAny(node);
    try {
      if (opened.isPresent()) {
        try (Ledger ledger = opened.get()) {
          accepted += service.once(ledger);
        }
      }
    } finally {
      lock.ifPresent(NodeLock::close);
    }
  }

  @Override
  public Optional<String> done() {
    return accepted > 0
        ? Optional.of(Wording.counted(accepted, "message") + " sent by channels")
        : Optional.empty();
  }
}
