package org.sovereignbook.sbp.builtin;

import java.util.List;
import org.sovereignbook.sbp.agent.AgentSettings;
import org.sovereignbook.sbp.agent.Job;
import org.sovereignbook.sbp.author.AuthorJob;
import org.sovereignbook.sbp.compactor.CompactorJob;
import org.sovereignbook.sbp.ethos.EthosJob;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.reader.ReaderJob;

/** The jobs that every node has (IMPLEMENTATION §2): a new one is a line here. */
public final class BuiltinJobs {
  public static final List<Job> ALL =
      List.of(new ReaderJob(), new AuthorJob(), new CompactorJob(), new EthosJob());

  /** How each is done. */
  public static final Settings SETTINGS =
      Settings.of(ALL.stream().map(AgentSettings::mode).toArray(Setting<?>[]::new));

  private BuiltinJobs() {}

  public static Job of(String name) {
    return ALL.stream().filter(job -> job.name().equals(name)).findFirst().orElseThrow();
  }
}
