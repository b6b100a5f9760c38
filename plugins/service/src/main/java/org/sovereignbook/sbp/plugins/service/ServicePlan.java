package org.sovereignbook.sbp.plugins.service;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.sovereignbook.sbp.ops.service.ServiceKind;
import org.sovereignbook.sbp.ops.service.ServiceTexts;

/**
 * The steps that install and remove a node's services with one manager.
 *
 * @param files the files to write, by path; none for cron
 * @param enable run after the files are written
 * @param disable run before they are removed; a missing unit is no failure
 * @param afterwards run after they are removed
 * @param units the units shown by {@code status}, each with the command that returns its state
 */
record ServicePlan(
    ServiceKind kind,
    SequencedMap<Path, String> files,
    List<List<String>> enable,
    List<List<String>> disable,
    List<List<String>> afterwards,
    SequencedMap<String, List<String>> units) {

  /**
   * Returns the plan for a manager.
   *
   * @param folder of its definitions
   * @param user the user's number, for launchd
   */
  static ServicePlan of(ServiceKind kind, ServiceTexts texts, Path folder, String user) {
    return switch (kind) {
      case SYSTEMD -> systemd(texts, folder);
      case LAUNCHD -> launchd(texts, folder, "gui/" + user);
      case WINDOWS -> windows(texts, folder);
      case CRON ->
          new ServicePlan(
              kind, new LinkedHashMap<>(), List.of(), List.of(), List.of(), new LinkedHashMap<>());
    };
  }

  /** Task Scheduler reads its files in UTF-16 only. */
  Charset charset() {
    return kind == ServiceKind.WINDOWS ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
  }

  private static ServicePlan systemd(ServiceTexts texts, Path folder) {
    List<String> control = List.of("systemctl", "--user");
    String serve = texts.unit("serve.service");
    String timer = texts.unit("tick.timer");
    SequencedMap<String, List<String>> units = new LinkedHashMap<>();
    units.put(serve, with(control, "is-active", serve));
    units.put(timer, with(control, "is-active", timer));
    return new ServicePlan(
        ServiceKind.SYSTEMD,
        in(folder, texts.systemd()),
        List.of(
            with(control, "daemon-reload"),
            with(control, "enable", serve, timer),
            // Restarts units that run with an older definition, and starts the others.
            with(control, "restart", serve, timer)),
        List.of(with(control, "disable", "--now", serve, timer)),
        List.of(with(control, "daemon-reload")),
        units);
  }

  private static ServicePlan launchd(ServiceTexts texts, Path folder, String domain) {
    SequencedMap<Path, String> files = in(folder, texts.launchd());
    List<List<String>> enable = new ArrayList<>();
    List<List<String>> disable = new ArrayList<>();
    SequencedMap<String, List<String>> units = new LinkedHashMap<>();
    for (String what : List.of("serve", "tick")) {
      String label = texts.label(what);
      enable.add(
          List.of("launchctl", "bootstrap", domain, folder.resolve(label + ".plist").toString()));
      disable.add(List.of("launchctl", "bootout", domain + "/" + label));
      units.put(label, List.of("launchctl", "print", domain + "/" + label));
    }
    return new ServicePlan(ServiceKind.LAUNCHD, files, enable, disable, List.of(), units);
  }

  private static ServicePlan windows(ServiceTexts texts, Path folder) {
    SequencedMap<Path, String> files = in(folder, texts.windows());
    List<List<String>> enable = new ArrayList<>();
    List<List<String>> disable = new ArrayList<>();
    SequencedMap<String, List<String>> units = new LinkedHashMap<>();
    for (String what : List.of("serve", "tick")) {
      String task = "sbp\\" + texts.instance() + "-" + what;
      String file = folder.resolve(texts.unit(what + ".xml")).toString();
      enable.add(List.of("schtasks", "/Create", "/F", "/TN", task, "/XML", file));
      enable.add(List.of("schtasks", "/Run", "/TN", task));
      disable.add(List.of("schtasks", "/End", "/TN", task));
      disable.add(List.of("schtasks", "/Delete", "/F", "/TN", task));
      units.put(task, List.of("schtasks", "/Query", "/TN", task));
    }
    return new ServicePlan(ServiceKind.WINDOWS, files, enable, disable, List.of(), units);
  }

  private static SequencedMap<Path, String> in(Path folder, SequencedMap<String, String> texts) {
    SequencedMap<Path, String> files = new LinkedHashMap<>();
    texts.forEach((name, text) -> files.put(folder.resolve(name), text));
    return files;
  }

  private static List<String> with(List<String> command, String... words) {
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of(words));
    return List.copyOf(all);
  }
}
