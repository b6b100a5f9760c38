package org.sovereignbook.sbp.runtime.builtin;

import java.util.List;
import org.sovereignbook.sbp.model.judgment.AgentSettings;
import org.sovereignbook.sbp.model.judgment.Job;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.peer.author.AuthorJob;
import org.sovereignbook.sbp.peer.compactor.CompactorJob;
import org.sovereignbook.sbp.peer.ethos.EthosJob;
import org.sovereignbook.sbp.peer.reader.ReaderJob;

/** The jobs that every node has (IMPLEMENTATION §2). A new job is a line here. */
public final class BuiltinJobs {
  public static final List<Job> ALL =
      List.of(new ReaderJob(), new AuthorJob(), new CompactorJob(), new EthosJob());

  /** Settings of all jobs. */
  public static final Settings SETTINGS =
      Settings.of(ALL.stream().map(AgentSettings::mode).toArray(Setting<?>[]::new));

  private BuiltinJobs() {}

  public static Job of(String name) {
    return ALL.stream().filter(job -> job.name().equals(name)).findFirst().orElseThrow();
  }
}
