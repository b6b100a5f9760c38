/** An example of a plugin: an LLM backend without a model. */
@NullMarked
package com.example.almanac;

import org.jspecify.annotations.NullMarked;
