package io.gobridge.mqtt.route;

import java.util.List;

import org.springframework.util.ObjectUtils;
import org.springframework.validation.BeanPropertyBindingResult;
import org.springframework.validation.Errors;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;
import org.springframework.validation.SmartValidator;
import org.springframework.validation.Validator;

/**
 * Validates the payloads of one parameter.
 */
final class PayloadValidation {

	private final Validator validator;

	private final Object[] hints;

	private final String name;

	PayloadValidation(Validator validator, Object[] hints, String name) {
		this.validator = validator;
		this.hints = hints;
		this.name = name;
	}

	void validate(Object value) {
		Errors errors = new BeanPropertyBindingResult(value, this.name);
		if (!ObjectUtils.isEmpty(this.hints) && this.validator instanceof SmartValidator smart) {
			smart.validate(value, errors, this.hints);
		}
		else if (this.validator.supports(value.getClass())) {
			this.validator.validate(value, errors);
		}
		if (errors.hasErrors()) {
			List<String> violations = errors.getAllErrors().stream().map(PayloadValidation::describe).toList();
			throw new PayloadValidationException("parameter '" + this.name + "'", violations);
		}
	}

	// Not the error's own text, which quotes the rejected value.
	private static String describe(ObjectError error) {
		String message = (error.getDefaultMessage() != null) ? error.getDefaultMessage()
				: String.valueOf(error.getCode());
		return (error instanceof FieldError field) ? field.getField() + " " + message : message;
	}

}
