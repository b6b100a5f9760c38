package org.sovereignbook.sbp.plugins.team;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * Work of features in the process of a member. One that fails is logged, and costs the member
 * nothing else. For one thread.
 */
final class OtherWork {
  private record Part(String feature, MemberWork work) {}

  private final Consumer<String> log;
  private final List<Part> parts = new ArrayList<>();

  private OtherWork(Consumer<String> log) {
    this.log = log;
  }

  /** Begins the work of the features that are on. */
  static OtherWork begin(MemberWork.Host host) {
    OtherWork all = new OtherWork(host.log());
    for (TeamFeature feature : host.ledger().features().of(TeamFeature.class)) {
      try {
        Optional<MemberWork> work = feature.inMember(host);
        work.ifPresent(it -> all.parts.add(new Part(feature.name(), it)));
      } catch (RuntimeException e) {
        all.failed(feature.name(), e);
      }
    }
    return all;
  }

  private void failed(String feature, RuntimeException e) {
    if (!ItemFault.isOfItem(e)) {
      throw e;
    }
    log.accept(feature + ": " + ItemFault.reason(e));
  }

  void beforeTask() {
    for (Part part : parts) {
      try {
        part.work().beforeTask();
      } catch (RuntimeException e) {
        failed(part.feature(), e);
      }
    }
  }

  /**
   * Does a step of the first one that has something to do. Returns whether there was one.
   *
   * @param activity receives the activity of each that is asked
   */
  boolean step(Consumer<String> activity) throws InterruptedException {
    for (Part part : parts) {
      activity.accept(part.work().activity());
      if (isDone(part)) {
        return true;
      }
    }
    return false;
  }

  private boolean isDone(Part part) throws InterruptedException {
    try {
      return part.work().step();
    } catch (LlmException e) {
      log.accept(part.feature() + ": " + PeerText.plain(String.valueOf(e.getMessage())));
    } catch (RuntimeException e) {
      failed(part.feature(), e);
    }
    return false;
  }
}
