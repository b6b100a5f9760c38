import java.util.ArrayList;
import java.util.List;

/**
 * One declared trial.
 *
 * @param minutes expected, on two idle cores
 * @param proves one line
 * @param packages folders whose change makes it worth running; all are below the root
 * @param tests classes that it runs, for each module
 * @param full system properties of a full run; a quick one has the tests' own counts
 * @param with system properties of every run; {@code ROOT} is the checkout
 * @param run a command instead of tests, in the root; empty if there is none
 * @param fullRun arguments of this command in a full run
 * @param needs the environment variable or program without which it is skipped; empty if none
 * @param argument the system property whose value is an argument that is no option; empty if none
 */
record Trial(
    String name,
    int minutes,
    String proves,
    List<String> packages,
    List<Classes> tests,
    List<String> full,
    List<String> with,
    List<String> run,
    List<String> fullRun,
    List<String> needs,
    List<String> argument) {

  /** Returns a trial with its lists still to be filled. */
  static Trial of(String name, int minutes, String proves) {
    return new Trial(
        name,
        minutes,
        proves,
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>());
  }

  /**
   * Test classes of one module.
   *
   * @param isWhole also their methods without the tag
   * @param patterns of simple names, with {@code *}; {@code rest} are those that no other trial has
   */
  record Classes(String module, boolean isWhole, List<String> patterns) {
    static final String REST = "rest";

    boolean isRest() {
      return patterns.equals(List.of(REST));
    }

    boolean has(String simpleName) {
      return patterns.stream().anyMatch(each -> simpleName.matches(each.replace("*", ".*")));
    }
  }
}
