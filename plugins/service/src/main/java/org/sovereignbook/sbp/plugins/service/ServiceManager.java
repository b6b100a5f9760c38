package org.sovereignbook.sbp.plugins.service;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.EditedFile;
import org.sovereignbook.sbp.node.Subprocess;
import org.sovereignbook.sbp.ops.service.ServiceKind;
import org.sovereignbook.sbp.ops.service.ServiceTexts;

/**
 * Installation, state and removal of one node's services. Repeating an action changes nothing;
 * services of other nodes are never touched.
 */
record ServiceManager(Disk disk, ServiceTexts texts, ServicePlan plan, ServiceRunner runner) {
  private static final Set<String> AT_WORK = Set.of("installed", "active", "loaded");
  private static final List<String> CRONTAB_LIST = List.of("crontab", "-l");
  private static final List<String> CRONTAB_REPLACE = List.of("crontab", "-");

  /**
   * The result of an installation.
   *
   * @param problem why the manager does not run the services, if it does not
   */
  record Installed(boolean changed, Optional<String> problem) {}

  /** Returns the definitions that would be installed, by path; for cron the lines. */
  SequencedMap<String, String> definitions() {
    SequencedMap<String, String> all = new LinkedHashMap<>();
    if (plan.kind() == ServiceKind.CRON) {
      all.put("crontab", texts.crontab());
    }
    plan.files().forEach((file, text) -> all.put(file.toString(), text));
    return all;
  }

  /** Returns the commands that load the definitions into the manager. */
  List<String> commands() {
    return plan.kind() == ServiceKind.CRON
        ? List.of("crontab -e")
        : plan.enable().stream().map(command -> String.join(" ", command)).toList();
  }

  /** Returns whether the manager's programs are here, and the manager itself does not run. */
  boolean isOff() throws InterruptedException {
    return plan.kind() == ServiceKind.SYSTEMD
        && attempt(List.of("systemctl", "is-system-running"))
            .filter(ran -> ran.said().startsWith("offline"))
            .isPresent();
  }

  /** Writes the definitions, and loads them into the manager if {@code enable}. */
  Installed install(boolean enable) throws InterruptedException {
    if (plan.kind() == ServiceKind.CRON) {
      return enable ? installCron() : new Installed(false, Optional.empty());
    }
    plan.files().keySet().forEach(this::requireOurs);
    boolean changed = false;
    for (Map.Entry<Path, String> file : plan.files().entrySet()) {
      if (!read(file.getKey()).equals(Optional.of(file.getValue()))) {
        Optional.ofNullable(file.getKey().getParent()).ifPresent(disk::createFolders);
        EditedFile.requireWritable(file.getKey());
        disk.write(file.getKey(), file.getValue().getBytes(plan.charset()));
        changed = true;
      }
    }
    if (!enable) {
      return new Installed(changed, Optional.empty());
    }
    if (plan.kind() == ServiceKind.LAUNCHD) {
      // A launchd agent that is loaded already would refuse its new definition.
      tryAll(plan.disable());
    }
    return new Installed(changed, firstProblem(plan.enable()));
  }

  /** Returns the installed units or files, with their states from the manager. */
  SequencedMap<String, String> states() throws InterruptedException {
    SequencedMap<String, String> states = new LinkedHashMap<>();
    if (plan.kind() == ServiceKind.CRON) {
      Optional<String> block = crontab().flatMap(table -> table.block(texts.instance()));
      states.put("crontab", block.map(text -> compared(text, texts.crontab())).orElse("missing"));
      return states;
    }
    plan.files()
        .forEach(
            (file, text) ->
                states.put(
                    file.toString(),
                    read(file).map(found -> compared(found, text)).orElse("missing")));
    states.putAll(unitStates());
    return states;
  }

  /** Returns whether the manager reports every unit as running or ready; cron reports no state. */
  static boolean areRunning(SequencedMap<String, String> states) {
    return states.values().stream().allMatch(ServiceManager::isAtWork);
  }

  static boolean isAtWork(String state) {
    return AT_WORK.contains(state);
  }

  /** Returns the manager's state of each unit; empty when this node has no definition there. */
  SequencedMap<String, String> installedUnits() throws InterruptedException {
    boolean installed =
        plan.files().keySet().stream()
            .anyMatch(file -> read(file).filter(this::isOurs).isPresent());
    return installed ? unitStates() : new LinkedHashMap<>();
  }

  private SequencedMap<String, String> unitStates() throws InterruptedException {
    SequencedMap<String, String> states = new LinkedHashMap<>();
    for (Map.Entry<String, List<String>> unit : plan.units().entrySet()) {
      states.put(unit.getKey(), answer(unit.getValue()));
    }
    return states;
  }

  /**
   * Returns whether a line of the crontab, ours or the operator's own, runs the command on this
   * node.
   */
  boolean hasCronLine(String command) throws InterruptedException {
    return crontab().stream()
        .flatMap(table -> table.lines().stream())
        .anyMatch(
            line ->
                !line.strip().startsWith("#")
                    && line.contains(" " + command + " ")
                    && line.contains(texts.home().toString()));
  }

  private boolean isOurs(String text) {
    return text.contains(texts.mark(plan.kind()));
  }

  private String answer(List<String> question) throws InterruptedException {
    Optional<Subprocess.Ended> ran = attempt(question);
    if (plan.kind() != ServiceKind.SYSTEMD) {
      return ran.filter(Subprocess.Ended::isDone).isPresent() ? "loaded" : "not loaded";
    }
    return ran.map(Subprocess.Ended::said)
        .filter(word -> word.matches("[a-z-]+"))
        .orElse("no session of systemd answers");
  }

  private Optional<String> read(Path file) {
    return disk.read(file).map(bytes -> new String(bytes, plan.charset()));
  }

  private String compared(String found, String wanted) {
    if (!isOurs(found)) {
      return "of another node";
    }
    return found.equals(wanted) ? "installed" : "differs";
  }

  /** Stops the services and removes their definitions. Returns what was removed. */
  List<String> uninstall() throws InterruptedException {
    if (plan.kind() == ServiceKind.CRON) {
      return uninstallCron();
    }
    List<Path> present = plan.files().keySet().stream().filter(disk::exists).toList();
    if (present.isEmpty()) {
      return List.of();
    }
    present.forEach(this::requireOurs);
    tryAll(plan.disable());
    present.forEach(disk::delete);
    tryAll(plan.afterwards());
    return present.stream().map(Path::toString).toList();
  }

  private Installed installCron() throws InterruptedException {
    CronTable before =
        crontab().orElseThrow(() -> failed("there is no crontab here", "install cron"));
    Optional<String> ours = before.block(texts.instance());
    ours.filter(block -> !block.contains(texts.mark(ServiceKind.CRON)))
        .ifPresent(_ -> refuseForeign("the crontab"));
    if (ours.filter(texts.crontab()::equals).isPresent()) {
      return new Installed(false, Optional.empty());
    }
    replace(before.with(texts.instance(), texts.crontab()));
    return new Installed(true, Optional.empty());
  }

  private List<String> uninstallCron() throws InterruptedException {
    Optional<CronTable> before = crontab();
    Optional<String> ours = before.flatMap(table -> table.block(texts.instance()));
    if (before.isEmpty() || ours.isEmpty()) {
      return List.of();
    }
    if (!ours.get().contains(texts.mark(ServiceKind.CRON))) {
      refuseForeign("the crontab");
    }
    replace(before.get().without(texts.instance()));
    return List.of("crontab");
  }

  private void replace(CronTable table) throws InterruptedException {
    try {
      Subprocess.Ended ran = runner.run(CRONTAB_REPLACE, table.text());
      if (!ran.isDone()) {
        throw failed("crontab refused the new table: " + ran.said(), "see it: crontab -l");
      }
    } catch (IOException e) {
      throw failed(String.valueOf(e.getMessage()), "install cron");
    }
  }

  /** Returns the user's crontab, which may have no lines; empty if the machine has no crontab. */
  private Optional<CronTable> crontab() throws InterruptedException {
    return attempt(CRONTAB_LIST).map(ran -> CronTable.of(ran.isDone() ? ran.said() : ""));
  }

  private Optional<Subprocess.Ended> attempt(List<String> command) throws InterruptedException {
    try {
      return Optional.of(runner.run(command, ""));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private void tryAll(List<List<String>> commands) throws InterruptedException {
    for (List<String> command : commands) {
      attempt(command);
    }
  }

  private Optional<String> firstProblem(List<List<String>> commands) throws InterruptedException {
    for (List<String> command : commands) {
      try {
        Subprocess.Ended ran = runner.run(command, "");
        if (!ran.isDone()) {
          return Optional.of(
              String.join(" ", command)
                  + " ended with "
                  + ran.exitCode()
                  + (ran.said().isEmpty() ? "" : ": " + ran.said()));
        }
      } catch (IOException e) {
        return Optional.of(String.valueOf(e.getMessage()));
      }
    }
    return Optional.empty();
  }

  private void requireOurs(Path file) {
    if (read(file).filter(text -> !isOurs(text)).isPresent()) {
      refuseForeign(file.toString());
    }
  }

  private void refuseForeign(String where) {
    throw CliException.refused(
        where + " holds services named " + texts.instance() + " of another node",
        "choose another name for this one:  sbp service install --name " + texts.instance() + "-2");
  }

  private static CliException failed(String what, String hint) {
    return new CliException(ExitCode.FAILED, what, hint);
  }
}
