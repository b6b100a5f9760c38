package org.sovereignbook.sbp.cli.config;

import java.util.Comparator;
import java.util.List;
import org.sovereignbook.sbp.agent.AgentSettings;
import org.sovereignbook.sbp.builtin.BuiltinJobs;
import org.sovereignbook.sbp.builtin.BuiltinSettings;
import org.sovereignbook.sbp.delivery.DeliverySettings;
import org.sovereignbook.sbp.http.HttpConfig;
import org.sovereignbook.sbp.maintenance.MaintenanceSettings;
import org.sovereignbook.sbp.network.NetworkSettings;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.reader.ReaderSettings;
import org.sovereignbook.sbp.scheduler.SchedulerSettings;
import org.sovereignbook.sbp.server.ServerSettings;
import org.sovereignbook.sbp.store.StoreSettings;

/** The settings of all rooms, one line for each room, in the order of the file. */
public final class ProgramSettings {
  private static final List<Settings> ROOMS =
      List.of(
          SchedulerSettings.ALL,
          NetworkSettings.ALL,
          HttpConfig.SETTINGS,
          DeliverySettings.ALL,
          ServerSettings.ALL,
          ReaderSettings.ALL,
          AgentSettings.ALL,
          BuiltinJobs.SETTINGS,
          BuiltinSettings.ALL,
          StoreSettings.ALL,
          MaintenanceSettings.ALL);

  private ProgramSettings() {}

  public static List<Settings> rooms() {
    return ROOMS;
  }

  /** The file with every default; sections first, then what stands at the top. */
  public static Config defaults() {
    return new Settings(
            ROOMS.stream()
                .<Setting<?>>flatMap(room -> room.all().stream())
                .sorted(Comparator.comparing(setting -> !setting.key().contains(".")))
                .toList(),
            config -> {})
        .defaults();
  }
}
