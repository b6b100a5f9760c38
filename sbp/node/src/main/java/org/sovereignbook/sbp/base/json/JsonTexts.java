package org.sovereignbook.sbp.base.json;

import java.util.List;

/** A value that JSON writes as an array of strings. */
public interface JsonTexts {
  List<String> texts();
}
