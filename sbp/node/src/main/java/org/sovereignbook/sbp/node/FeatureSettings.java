package org.sovereignbook.sbp.node;

import java.util.List;
import java.util.regex.Pattern;

/** The operator's choice of features. */
public final class FeatureSettings {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

  public static final Setting<List<String>> OFF =
      Setting.texts(
          "features.off",
          List.of(),
          NAME.asMatchPredicate(),
          "the name of a feature, as in `sbp plugin list`",
          "the features that are off; `sbp plugin off NAME` adds one");

  public static final Setting<List<String>> ON =
      Setting.texts(
          "features.on",
          List.of(),
          NAME.asMatchPredicate(),
          "the name of a feature, as in `sbp plugin list`",
          "the features that are on, of those that are off at first; `sbp plugin on NAME` adds"
              + " one");

  public static final Settings ALL = Settings.of(OFF, ON);

  private FeatureSettings() {}
}
