package org.sovereignbook.sbp.runtime.health;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Means of notifying the owner that records the keys of its notices. */
public final class RecordedMeans implements Notice.Means {
  private final List<String> keys = new ArrayList<>();

  @Override
  public String name() {
    return "test";
  }

  @Override
  public Optional<String> send(List<Notice> due) {
    due.forEach(notice -> keys.add(notice.key()));
    return Optional.empty();
  }

  public List<String> keys() {
    return List.copyOf(keys);
  }
}
